import type { GoogleAuthorization } from '@papercups/contract'
import { deleteConnection, type ConnectionRow } from '../../features/channels/chat-services/connections.js'
import { forbidden, notFound } from '../../platform/errors.js'
import type { Caller } from '../../platform/feature.js'
import { toTimestamp } from '../../platform/wire-time.js'
import { findPersonalMailbox, findSupportMailbox, SERVICES, type GoogleClient } from './oauth.js'
import { findSheets } from './sheets/settings.js'

interface Filters {
  client: GoogleClient
  type?: string | null | undefined
  inbox_id?: string | null | undefined
}

/** Personal connections are shown to their own user only. Undefined for a type that does not exist. */
export async function findAuthorization({ account, user }: Caller, { client, type, inbox_id }: Filters) {
  if (client === 'sheets') return type && type !== 'sheets' ? undefined : findSheets(account)
  if (type === 'personal') return findPersonalMailbox(account, user.id)
  if (type && type !== 'support') return undefined
  const support = await findSupportMailbox(account, inbox_id)
  return support ?? (type || inbox_id ? undefined : findPersonalMailbox(account, user.id))
}

/** A user disconnects their own mailbox, an admin everything else. */
export async function deleteAuthorization({ account, user }: Caller, id: string) {
  const rows = account.from('connected_services').selectAll().where('id', '=', id)
  const row = await rows.where('service', 'in', Object.values(SERVICES)).executeTakeFirst()
  if (!row || (row.kind === 'personal' && row.connected_by !== user.id)) throw notFound()
  if (row.kind !== 'personal' && user.role !== 'admin') throw forbidden('Only admins can do this.')
  await deleteConnection(account, id)
}

export function toGoogleAuthorization(row: ConnectionRow): GoogleAuthorization {
  const client = row.service === SERVICES.sheets ? 'sheets' : 'gmail'
  return {
    id: row.id,
    object: 'google_authorization',
    account_id: row.account_id,
    inbox_id: row.inbox_id,
    user_id: row.connected_by,
    client,
    type: client === 'sheets' ? 'sheets' : row.kind === 'personal' ? 'personal' : 'support',
    email: client === 'sheets' ? null : row.channel_name,
    is_revoked: row.revoked_at !== null,
    scope: String((row.details as { scope?: string }).scope ?? ''),
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  }
}
