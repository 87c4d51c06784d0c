import type { ConnectedService } from '@papercups/contract'
import type { Selectable } from 'kysely'
import type { Account } from '../../../platform/account.js'
import type { ConnectedServicesTable } from '../../../platform/database/tables.js'
import { notFound } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { encryptSecret, tryDecryptSecret } from '../../../platform/secrets.js'
import { toInstantOrNull, toTimestamp } from '../../../platform/wire-time.js'
import type { Connection } from './chat-service.js'

export type ConnectionRow = Selectable<ConnectedServicesTable>

const sealing = (platform: Platform) => platform.key('connected-services')

export interface ConnectionFilters {
  kind?: Connection['kind'] | undefined
  /** Null: those without an inbox. */
  inbox_id?: string | null | undefined
  team_id?: string | undefined
  channel_id?: string | undefined
  connected_by?: number | undefined
}

/** Newest first. */
export function listConnections(account: Account, service: string, filters: ConnectionFilters = {}) {
  const { kind, inbox_id, team_id, channel_id, connected_by } = filters
  let rows = account.from('connected_services').selectAll().where('service', '=', service)
  if (kind) rows = rows.where('kind', '=', kind)
  if (inbox_id === null) rows = rows.where('inbox_id', 'is', null)
  else if (inbox_id) rows = rows.where('inbox_id', '=', inbox_id)
  if (team_id) rows = rows.where('team_id', '=', team_id)
  if (channel_id) rows = rows.where('channel_id', '=', channel_id)
  if (connected_by) rows = rows.where('connected_by', '=', connected_by)
  return rows.orderBy('created_at', 'desc').orderBy('id').execute()
}

export async function findConnection(account: Account, service: string, filters: ConnectionFilters = {}) {
  return (await listConnections(account, service, filters))[0]
}

export function getConnection(account: Account, service: string, id: string) {
  const row = account.from('connected_services').selectAll().where('service', '=', service).where('id', '=', id)
  return row.executeTakeFirstOrThrow(() => notFound())
}

export const sealSecrets = (platform: Platform, account: Account, secrets: Connection['secrets']) =>
  encryptSecret(sealing(platform), account.id, JSON.stringify(secrets))

/** Undefined if the server's secret key has changed. */
export function openConnection(platform: Platform, account: Account, row: ConnectionRow): Connection | undefined {
  const secrets = tryDecryptSecret(sealing(platform), account.id, row.secrets_encrypted)
  if (secrets === undefined) return undefined
  return {
    ...row,
    details: row.details as Record<string, unknown>,
    settings: row.settings as Record<string, unknown>,
    secrets: JSON.parse(secrets) as Record<string, string>,
  }
}

export interface NewConnection extends Omit<Connection, 'id' | 'settings'> {
  connected_by: number
  /** Takes the place of any other connection of the inbox, also to another team. */
  only_one?: boolean
  /** Of the access token, if it expires. */
  token_expires_at?: Date
}

/**
 * Saves a connection, and takes the place of an older one with the same key: the inbox, for `support` also the team, and for
 * `personal` the user. What waited for it is sent.
 */
export function saveConnection(
  platform: Platform,
  account: Account,
  connection: NewConnection,
): Promise<ConnectionRow> {
  const { secrets, service, kind, inbox_id, only_one = kind !== 'support', ...rest } = connection
  const changes = {
    ...rest,
    details: JSON.stringify(rest.details),
    secrets_encrypted: sealSecrets(platform, account, secrets),
    ...WORKING,
    updated_at: new Date(),
  }
  return account.transaction(async (account) => {
    // Two admins who connect at the same time make one connection.
    await account.from('inboxes').select('id').orderBy('id').forNoKeyUpdate().execute()
    const team_id = only_one ? undefined : (rest.team_id ?? undefined)
    const connected_by = kind === 'personal' ? rest.connected_by : undefined
    const before = await findConnection(account, service, { kind, inbox_id, team_id, connected_by })
    const saved = before
      ? account.update('connected_services').set(changes).where('id', '=', before.id).returningAll()
      : account.insert('connected_services', { service, kind, inbox_id, ...changes }).returningAll()
    return saved.executeTakeFirstOrThrow()
  })
}

const WORKING = {
  failures: 0,
  failing_since: null,
  failure: null,
  revoked_at: null,
  admins_mailed_at: null,
  poll_failing_since: null,
  poll_failure: null,
  renewing_until: null,
  get retry_at() {
    return new Date()
  },
  get poll_at() {
    return new Date()
  },
}

/** The service accepts the same token again. */
export async function restoreConnection(account: Account, id: string) {
  const row = account.update('connected_services').set({ ...WORKING, updated_at: new Date() })
  await row.where('id', '=', id).execute()
}

/** What waits for it is never sent. Threads stay, so connecting the same channel again continues them. */
export async function deleteConnection(account: Account, id: string) {
  await account.delete('connected_services').where('id', '=', id).execute()
}

/** Every connection of the account, for the directory. Newest first. Those of single users are theirs alone. */
export async function listAllConnections(account: Account): Promise<ConnectedService[]> {
  const rows = account.from('connected_services').selectAll().where('kind', '!=', 'personal')
  return (await rows.orderBy('created_at', 'desc').orderBy('id').execute()).map(toConnectedService)
}

/** Why messages cannot be sent or, otherwise, why answers cannot be read. */
export const failureOf = ({ failure, poll_failure }: Pick<ConnectionRow, 'failure' | 'poll_failure'>) =>
  failure ?? poll_failure

const toConnectedService = (row: ConnectionRow): ConnectedService => ({
  object: 'connected_service',
  id: row.id,
  service: row.service,
  kind: row.kind === 'personal' ? 'account' : row.kind,
  inbox_id: row.inbox_id,
  channel: row.channel_name,
  team_name: row.team_name,
  state: row.revoked_at ? 'revoked' : failureOf(row) ? 'failing' : 'working',
  failure: failureOf(row),
  failing_since: toInstantOrNull(row.failing_since ?? row.poll_failing_since),
  last_activity_at: toInstantOrNull(row.last_activity_at),
  created_at: toTimestamp(row.created_at),
})
