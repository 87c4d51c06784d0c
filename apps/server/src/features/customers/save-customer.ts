import type { CustomerChanges } from '@papercups/contract'
import type { Account } from '../../platform/account.js'
import { notFound } from '../../platform/errors.js'
import { cleanVisitorFields, type VisitorFields } from './fields.js'
import { getCustomer } from './queries.js'

/** A browser's clock is not to be trusted for when somebody was first seen, nor its word for where it is. */
export function createCustomer(account: Account, fields: VisitorFields, ip: string | null, id?: string) {
  return account
    .insert('customers', { ...cleanVisitorFields(fields), ip, ...(id && { id }) })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** By somebody of the team, who knows the person from elsewhere. Their own address is not the customer's. */
export function addCustomer(
  account: Account,
  {
    company_id,
    profile_photo_url,
    ...fields
  }: VisitorFields & Pick<CustomerChanges, 'company_id' | 'profile_photo_url'>,
  user_id: number,
) {
  return account.transaction(async (account) => {
    const row = { ...cleanVisitorFields(fields), company_id, profile_photo_url }
    const customer = await account.insert('customers', row).returningAll().executeTakeFirstOrThrow()
    const told = { customer_id: customer.id }
    await account.emit('customer:created', told, told, `user:${user_id}`)
    return customer
  })
}

/** What is not sent stays, and what is sent empty goes. */
export function updateCustomer(account: Account, id: string, changes: CustomerChanges, user_id: number) {
  return account.transaction(async (account) => {
    const { metadata, ...plain } = changes
    const lines = Object.entries(plain).map(([key, value]) => [key, value?.trim() || null])
    const row = account
      .update('customers')
      .set({
        ...Object.fromEntries(lines),
        ...(metadata !== undefined && { metadata: metadata && JSON.stringify(metadata) }),
        updated_at: new Date(),
      })
      .where('id', '=', id)
      .returningAll()
    const customer = await row.executeTakeFirstOrThrow(() => notFound('Customer'))
    const logged = { customer_id: id, changed: Object.keys(changes) }
    await account.emit('customer:updated', { customer_id: id }, logged, `user:${user_id}`)
    return customer
  })
}

export async function updateVisitor(account: Account, id: string, fields: VisitorFields, ip: string | null) {
  const now = new Date()
  const before = await getCustomer(account, id)
  const changes = { ...cleanVisitorFields(fields), ip, last_seen_at: now, updated_at: now }
  const row = account.update('customers').set(changes).where('id', '=', id).returningAll()
  const customer = await row.executeTakeFirstOrThrow(() => notFound('Customer'))
  // Widgets say the same with every page. Only who somebody is makes the team look up, and nothing of it is logged.
  if (TELLING.some((key) => before[key] !== customer[key]))
    account.broadcast(`notification:${account.id}`, 'customer:updated', { id })
  return customer
}

const TELLING = ['name', 'email', 'phone', 'external_id'] as const
