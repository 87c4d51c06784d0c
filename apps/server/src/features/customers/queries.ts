import { sql } from 'kysely'
import type { Account } from '../../platform/account.js'
import { notFound } from '../../platform/errors.js'

export function getCustomer(account: Account, id: string) {
  const customer = account.from('customers').selectAll().where('id', '=', id)
  return customer.executeTakeFirstOrThrow(() => notFound('Customer'))
}

/** Nobody else changes them until the transaction ends. */
export function lockCustomer(account: Account, id: string) {
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
 * The person that a site knows by this id; of several, the one heard from last. Where only somebody has it who was merged,
 * that is their old id: it means the one who was kept, and asks for the same proof as ever.
 */
export async function findByExternalId(account: Account, identity: ExternalIdentity) {
  return (await findLiving(account, identity)) ?? (await findMerged(account, identity))
}

async function findMerged(account: Account, { external_id, email, host }: ExternalIdentity) {
  const told = (field: string) => sql<string>`merged ->> ${sql.lit(field)}`
  let merges = account.from('customer_merges').select('merged_id as id').where(told('external_id'), '=', external_id)
  if (email) merges = merges.where(sql`lower(${told('email')})`, '=', email.toLowerCase())
  if (host) merges = merges.where(sql`lower(${told('host')})`, '=', host.toLowerCase())
  return merges.orderBy('created_at', 'desc').orderBy('id').limit(1).executeTakeFirst()
}

function findLiving(account: Account, { external_id, email, host }: ExternalIdentity) {
  let customers = account.from('customers').select('id').where('external_id', '=', external_id)
  if (email) customers = customers.where(sql`lower(email)`, '=', email.toLowerCase())
  if (host) customers = customers.where(sql`lower(host)`, '=', host.toLowerCase())
  return customers.orderBy('updated_at', 'desc').orderBy('id').limit(1).executeTakeFirst()
}
