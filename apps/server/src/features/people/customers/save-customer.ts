import type { CustomerChanges, VisitorFields } from '@papercups/contract'
import { isDeepStrictEqual } from 'node:util'
import type { Account, AccountTransaction } from '../../../platform/account.js'
import { customerActor, userActor } from '../../../platform/actor.js'
import { invalid, notFound } from '../../../platform/errors.js'
import { defineStatement } from '../../../platform/statement.js'
import { cleanVisitorFields, nonBlank } from './fields.js'
import { requireWithinLimit } from './metadata-limit.js'
import { getCustomer, lockCustomer } from './queries.js'

/** A customer who returns after this long starts a new visit. */
const AWAY_MS = 30 * 60_000

/** The server sets the first visit and the IP: a browser's clock and claims are not trusted. */
export function createCustomer(account: Account, fields: VisitorFields, ip: string | null, id?: string) {
  return account.transaction(async (account) => {
    const row = { ...cleanVisitorFields(fields), ip, last_seen_at: new Date(), ...(id && { id }) }
    const customer = await account.insert('customers', row).returningAll().executeTakeFirstOrThrow()
    await logVisit(account, customer.id, { first: true, created: true })
    return customer
  })
}

/** Added by a team member. The customer counts as never seen unless stated, and the member's IP is not stored. */
export function addCustomer(account: Account, customer: CustomerChanges, user_id: number) {
  requireWithinLimit(customer.metadata)
  // Scripts send the texts `null` and `undefined` here, as widgets do.
  const [email, external_id] = [nonBlank(customer.email) ?? null, nonBlank(customer.external_id) ?? null]
  const row = toRow({ ...customer, email, external_id })
  const { ip: _, first_seen: _first, last_seen_at: _last, ...known } = row
  if (Object.values(known).every((value) => !value)) throw invalid({ name: ["can't be blank"] })
  return account.transaction(async (account) => {
    const customer = await account.insert('customers', row).returningAll().executeTakeFirstOrThrow()
    const payload = { customer_id: customer.id }
    await account.emit('customer:created', payload, payload, userActor(user_id))
    return customer
  })
}

/** Somebody who wrote by SMS. They have not been seen on a page. */
export function addSender(account: Account, sender: { phone: string }) {
  return account.transaction(async (account) => {
    const row = account.insert('customers', cleanVisitorFields(sender)).returningAll()
    const customer = await row.executeTakeFirstOrThrow()
    const payload = { customer_id: customer.id }
    await account.emit('customer:created', payload, payload, customerActor(customer.id))
    return customer
  })
}

/**
 * People who wrote by email, whose emails differ. Of several customers with an email, the one seen last counts. Without an email,
 * they are always new. Returns their ids in the same order.
 */
export async function findOrAddByEmails(
  account: AccountTransaction,
  senders: Array<{ email: string; name?: string | undefined }>,
) {
  const given = senders.map(({ email, name }) => cleanVisitorFields({ email, name }))
  const columns = [given.map(({ email }) => email ?? null), given.map(({ name }) => name ?? null)]
  const customers = await account.run(findOrAdd, ...columns)
  const ids = new Map(customers.map(({ email, id }) => [email, id]))
  for (const { id, is_new } of customers) if (is_new) account.announce('customer:created', { customer_id: id })
  return given.map(({ email }) => {
    const id = ids.get((email as string | undefined) ?? null)
    if (!id) throw notFound('Customer')
    return id
  })
}

const findOrAdd = defineStatement<{ email: string | null; id: string; is_new: boolean }>(
  'customers.find-or-add-by-email',
  `with given as (
    select g.email, g.name, (
      select (array_agg(k.id order by k.seen_order desc, k.id))[1] from customers k
      where k.account_id = $1 and lower(k.email) = g.email
    ) as known_id
    from unnest($2::text[], $3::text[]) as g (email, name)
  ), added as (
    insert into customers (account_id, email, name) select $1, email, name from given where known_id is null
    returning id, email
  ), logged as (
    insert into events (account_id, type, payload, actor)
    select $1, 'customer:created', jsonb_build_object('customer_id', id), 'customer:' || id from added
  )
  select email, known_id as id, false as is_new from given where known_id is not null
  union all select email, id, true from added`,
)

/** Fields that are not given stay. Empty values clear a field. */
export function updateCustomer(account: Account, id: string, changes: CustomerChanges, user_id: number) {
  requireWithinLimit(changes.metadata)
  return account.transaction(async (account) => {
    const before = await lockCustomer(account, id)
    const row = account
      .update('customers')
      .set({ ...toRow(changes), updated_at: new Date() })
      .where('id', '=', id)
      .returningAll()
    const customer = await row.executeTakeFirstOrThrow()
    const changed = Object.keys(changes).filter((key) => isOther(before, customer, key as keyof CustomerChanges))
    const { company_id } = customer
    const became = before.company_id === company_id ? {} : { became: { company_id } }
    const logged = { customer_id: id, changed, ...became }
    await account.emit('customer:updated', { customer_id: id }, logged, userActor(user_id))
    return customer
  })
}

/** Empty text becomes null. */
function toRow({ metadata, first_seen, ...plain }: CustomerChanges) {
  const lines = Object.entries(plain).map(([key, value]) => [
    key,
    typeof value === 'string' ? value.trim() || null : value,
  ])
  return {
    ...(Object.fromEntries(lines) as typeof plain),
    ...(first_seen && { first_seen: first_seen.slice(0, 10) }),
    ...(metadata !== undefined && { metadata: metadata && JSON.stringify(metadata) }),
  }
}

type CustomerRow = Awaited<ReturnType<typeof getCustomer>>

const isOther = (before: CustomerRow, after: CustomerRow, key: keyof CustomerChanges) =>
  !isDeepStrictEqual(before[key], after[key])

/**
 * Widgets send the same fields with every page. Only a changed identity is broadcast, and only a new visit is logged.
 */
export async function updateVisitor(account: Account, id: string, fields: VisitorFields, ip: string | null) {
  const clean = cleanVisitorFields(fields)
  const before = await getCustomer(account, id)
  if (!startsNewVisit(before) && IDENTITY.every((key) => !(key in clean) || clean[key] === before[key]))
    return storeVisitor(account, id, clean, ip)
  return account.transaction(async (account) => {
    const before = await lockCustomer(account, id)
    await dropMergedValues(account, before, clean)
    const customer = await storeVisitor(account, id, clean, ip)
    if (startsNewVisit(before)) await logVisit(account, id, before.last_seen_at ? {} : { first: true, created: false })
    const changed = IDENTITY.filter((key) => before[key] !== customer[key])
    const payload = { customer_id: id }
    if (changed.length > 0) await account.emit('customer:updated', payload, { ...payload, changed }, customerActor(id))
    return customer
  })
}

export const IDENTITY = ['name', 'email', 'phone', 'external_id'] as const

/**
 * A site that uses one external id for both customers leads both browsers to the kept one. Values that the merge
 * discarded must not return through the other browser.
 */
async function dropMergedValues(account: Account, before: CustomerRow, clean: Record<string, unknown>) {
  const replaced = IDENTITY.filter((key) => before[key] && key in clean && clean[key] !== before[key])
  if (replaced.length === 0) return
  const merges = account.from('customer_merges').select('merged').where('customer_id', '=', before.id)
  const former = (await merges.execute()).map(({ merged }) => merged)
  for (const key of replaced) if (former.some((merged) => merged[key] === clean[key])) delete clean[key]
}

const startsNewVisit = ({ last_seen_at }: CustomerRow) => !last_seen_at || Date.now() - last_seen_at.getTime() > AWAY_MS

function storeVisitor(account: Account, id: string, clean: Record<string, unknown>, ip: string | null) {
  const now = new Date()
  const changes = { ...clean, ip, last_seen_at: now, updated_at: now }
  const row = account.update('customers').set(changes).where('id', '=', id).returningAll()
  return row.executeTakeFirstOrThrow(() => notFound('Customer'))
}

/** Of a first visit it says whether the visit created the customer. The team may have added them before. */
function logVisit(account: Account, customer_id: string, more: { first?: true; created?: boolean } = {}) {
  return account.emit('customer:visited', { customer_id }, { customer_id, ...more }, customerActor(customer_id))
}
