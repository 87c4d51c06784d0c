import { sql } from 'kysely'
import type { Account, AccountTransaction } from '../../../platform/account.js'
import { notFound } from '../../../platform/errors.js'

export function getCustomer(account: Account, id: string) {
  const customer = account.from('customers').selectAll().where('id', '=', id)
  return customer.executeTakeFirstOrThrow(() => notFound('Customer'))
}

/** Locks the row until the transaction ends. */
export function lockCustomer(account: AccountTransaction, id: string) {
  const customer = account.from('customers').selectAll().where('id', '=', id).forUpdate()
  return customer.executeTakeFirstOrThrow(() => notFound('Customer'))
}

export async function customerExists(account: Account, id: string) {
  const customer = await account.from('customers').select('id').where('id', '=', id).executeTakeFirst()
  return customer !== undefined
}

export interface ExternalIdentity {
  external_id: string
  email?: string | undefined
  host?: string | undefined
}

/**
 * The customer with this external id; of several, the one seen last. If only a merged customer had it, returns the
 * merged customer's id: it resolves to the kept customer, and requires the same proof as before.
 */
export async function findByExternalId(account: Account, identity: ExternalIdentity) {
  const unmerged = await findUnmerged(account, identity)
  if (!unmerged) return findMerged(account, identity)
  return (await findMergeWith(account, unmerged.id, identity.external_id)) ?? unmerged
}

/**
 * The kept customer may have the external id only from a merge. Then the browser belongs to the merged customer and
 * keeps that id.
 */
function findMergeWith(account: Account, customer_id: string, external_id: string) {
  return account
    .from('customer_merges')
    .select('merged_id as id')
    .where('customer_id', '=', customer_id)
    .where(sql<string>`merged ->> 'external_id'`, '=', external_id)
    .where(sql<boolean>`filled ? 'external_id'`)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
}

async function findMerged(account: Account, { external_id, email, host }: ExternalIdentity) {
  const mergedField = (field: string) => sql<string>`merged ->> ${sql.lit(field)}`
  let merges = account
    .from('customer_merges')
    .select('merged_id as id')
    .where(mergedField('external_id'), '=', external_id)
  if (email) merges = merges.where(sql`lower(${mergedField('email')})`, '=', email.toLowerCase())
  if (host) merges = merges.where(sql`lower(${mergedField('host')})`, '=', host.toLowerCase())
  return merges.orderBy('created_at', 'desc').orderBy('id').limit(1).executeTakeFirst()
}

function findUnmerged(account: Account, { external_id, email, host }: ExternalIdentity) {
  let customers = account.from('customers').select('id').where('external_id', '=', external_id)
  if (email) customers = customers.where(sql`lower(email)`, '=', email.toLowerCase())
  if (host) customers = customers.where(sql`lower(host)`, '=', host.toLowerCase())
  return customers.orderBy('updated_at', 'desc').orderBy('id').limit(1).executeTakeFirst()
}
