import type { ForwardingAddress, ForwardingAddressFilters, NewForwardingAddress } from '@papercups/contract'
import { randomBytes } from 'node:crypto'
import type { Account } from '../../../platform/account.js'
import { canonicalEmail } from '../../../platform/canonical.js'
import { conflict, HttpError, invalid, notFound } from '../../../platform/errors.js'
import { isMailAddress } from '../../../platform/mail/compose.js'
import type { Platform } from '../../../platform/platform.js'
import { toTimestamp } from '../../../platform/wire-time.js'
import { inboxIdOrPrimary } from '../../account/inboxes/queries.js'
import { requirePlan } from '../../account/accounts/plan-gate.js'

/** The list is never longer, because dashboards load and search all of it. */
const MOST = 500
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

export async function listForwardingAddresses(account: Account, filters: ForwardingAddressFilters) {
  const { inbox_id, forwarding_email_address, source_email_address, state } = filters
  let addresses = account.from('forwarding_addresses').selectAll()
  if (inbox_id) addresses = addresses.where('inbox_id', '=', inbox_id)
  if (forwarding_email_address)
    addresses = addresses.where('forwarding_email_address', '=', canonicalEmail(forwarding_email_address))
  if (source_email_address) addresses = addresses.where('source_email_address', '=', source_email_address)
  if (state) addresses = addresses.where('state', '=', state)
  const rows = await addresses.orderBy('updated_at', 'desc').orderBy('id', 'desc').limit(MOST).execute()
  return rows.map(toForwardingAddress)
}

export async function getForwardingAddress(account: Account, id: string) {
  const row = account.from('forwarding_addresses').selectAll().where('id', '=', id)
  return toForwardingAddress(await row.executeTakeFirstOrThrow(() => notFound('Forwarding address')))
}

export async function createForwardingAddress(platform: Platform, account: Account, given: NewForwardingAddress) {
  await requirePlan(platform, account, 'email')
  const { mail_in_domain } = platform.config
  if (!mail_in_domain)
    throw new HttpError(422, 'This server takes no mail yet: its operator has to set MAIL_IN_DOMAIN.')
  if ((await listForwardingAddresses(account, {})).length >= MOST)
    throw conflict(`An account can have ${MOST} forwarding addresses at most.`)
  const inbox_id = await inboxIdOrPrimary(account, given.inbox_id)
  if (!inbox_id) throw invalid({ inbox_id: ["can't be blank"] })
  const local = Array.from(randomBytes(32), (byte) => BASE32[byte % 32]).join('')
  const row = { ...fieldsOf(given), inbox_id, forwarding_email_address: `${local}@${mail_in_domain}` }
  const created = account.insert('forwarding_addresses', row).returningAll()
  return toForwardingAddress(await created.executeTakeFirstOrThrow())
}

/** Fields that are not given stay. The address itself never changes. */
export async function updateForwardingAddress(account: Account, id: string, given: NewForwardingAddress) {
  const inbox_id = given.inbox_id ? await inboxIdOrPrimary(account, given.inbox_id) : undefined
  const changes = { ...fieldsOf(given), ...(inbox_id && { inbox_id }), updated_at: new Date() }
  const row = account.update('forwarding_addresses').set(changes).where('id', '=', id).returningAll()
  return toForwardingAddress(await row.executeTakeFirstOrThrow(() => notFound('Forwarding address')))
}

export async function deleteForwardingAddress(account: Account, id: string) {
  const { numDeletedRows } = await account.delete('forwarding_addresses').where('id', '=', id).executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound('Forwarding address')
}

function fieldsOf({ source_email_address, description, state }: NewForwardingAddress) {
  const source = source_email_address?.trim()
  if (source && !isMailAddress(source)) throw invalid({ source_email_address: ['is not an email address'] })
  return {
    ...(source_email_address !== undefined && { source_email_address: source || null }),
    ...(description !== undefined && { description }),
    ...(state !== undefined && { state }),
  }
}

interface Row extends Omit<ForwardingAddress, 'object' | 'created_at' | 'updated_at'> {
  created_at: Date
  updated_at: Date
}

const toForwardingAddress = (row: Row): ForwardingAddress => ({
  id: row.id,
  object: 'forwarding_address',
  account_id: row.account_id,
  inbox_id: row.inbox_id,
  forwarding_email_address: row.forwarding_email_address,
  source_email_address: row.source_email_address,
  state: row.state,
  description: row.description,
  created_at: toTimestamp(row.created_at),
  updated_at: toTimestamp(row.updated_at),
})
