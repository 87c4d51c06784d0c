import { setTimeout as wait } from 'node:timers/promises'
import type { Account } from '../../../platform/account.js'
import type { Platform } from '../../../platform/platform.js'
import { defineStatement } from '../../../platform/statement.js'
import { ServiceError, type Connection } from './chat-service.js'
import { openConnection, sealSecrets, type ConnectionRow } from './connections.js'

/** A token with less time left is renewed. */
const SPARE_MS = 60_000
/** A process that is killed while it renews a token lets the next one try after this time. */
const RENEWING = '20 seconds'
const LONGEST_WAIT_MS = 25_000
const LOOK_EVERY_MS = 100

export interface NewToken {
  secrets: Connection['secrets']
  expires_at: Date
}

interface Options {
  connection_id: string
  /** A token that the service refused, although it should be valid. */
  refused?: string | undefined
  /** Calls the service. */
  renew(secrets: Connection['secrets']): Promise<NewToken>
}

/**
 * The access token of a connection. An old one is renewed by one process, and the others wait for it: services limit how
 * often a token is renewed, and some end the older ones. No row is locked meanwhile, because that would hold a database
 * connection as long as the service takes.
 */
export async function freshToken(platform: Platform, account: Account, { connection_id, refused, renew }: Options) {
  const end = Date.now() + LONGEST_WAIT_MS
  while (Date.now() < end) {
    const current = account.from('connected_services').selectAll().where('id', '=', connection_id)
    const valid = validToken(platform, account, await current.executeTakeFirst(), refused)
    if (valid) return valid
    const [claimed] = await account.run(claimRenewal, connection_id)
    if (claimed) return validToken(platform, account, claimed, refused) ?? renewToken(platform, account, claimed, renew)
    await wait(LOOK_EVERY_MS)
  }
  throw new ServiceError('unavailable', 'the token is being renewed')
}

/** Undefined if it has to be renewed. */
function validToken(platform: Platform, account: Account, row: ConnectionRow | undefined, refused: string | undefined) {
  if (!row || row.revoked_at) throw new ServiceError('revoked', row?.failure ?? 'disconnected')
  const { access_token } = secretsOf(platform, account, row)
  const lasts = row.token_expires_at && row.token_expires_at.getTime() > Date.now() + SPARE_MS
  return lasts && access_token !== refused ? access_token : undefined
}

function secretsOf(platform: Platform, account: Account, row: ConnectionRow) {
  const connection = openConnection(platform, account, row)
  if (!connection) throw new ServiceError('revoked', 'the stored token cannot be read')
  return connection.secrets
}

async function renewToken(platform: Platform, account: Account, row: ConnectionRow, renew: Options['renew']) {
  try {
    const { secrets, expires_at } = await renew(secretsOf(platform, account, row))
    const sealed = sealSecrets(platform, account, secrets)
    await account.run(noteRenewed, row.id, row.secrets_encrypted, sealed, expires_at)
    return secrets.access_token ?? ''
  } catch (error) {
    await account.run(endRenewal, row.id)
    throw error
  }
}

const claimRenewal = defineStatement<ConnectionRow>(
  'chat-services.claim-renewal',
  `update connected_services set renewing_until = now() + interval '${RENEWING}'
   where account_id = $1 and id = $2 and revoked_at is null and (renewing_until is null or renewing_until < now())
   returning *`,
)

/** Changes nothing if an admin has connected again meanwhile. */
const noteRenewed = defineStatement(
  'chat-services.note-renewed',
  `update connected_services set secrets_encrypted = $4, token_expires_at = $5, renewing_until = null
   where account_id = $1 and id = $2 and secrets_encrypted = $3`,
)

const endRenewal = defineStatement(
  'chat-services.end-renewal',
  `update connected_services set renewing_until = null where account_id = $1 and id = $2`,
)
