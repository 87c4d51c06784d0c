import type { Account } from '../../platform/account.js'
import { notFound } from '../../platform/errors.js'
import { cleanVisitorFields, type VisitorFields } from './fields.js'

/** A browser's clock is not to be trusted for when somebody was first seen, nor its word for where it is. */
export function createCustomer(account: Account, fields: VisitorFields, ip: string | null) {
  return account
    .insert('customers', { ...cleanVisitorFields(fields), ip })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function updateVisitor(account: Account, id: string, fields: VisitorFields, ip: string | null) {
  const now = new Date()
  const changes = { ...cleanVisitorFields(fields), ip, last_seen_at: now, updated_at: now }
  const customer = account.update('customers').set(changes).where('id', '=', id).returningAll()
  return customer.executeTakeFirstOrThrow(() => notFound('Customer'))
}
