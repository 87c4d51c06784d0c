import type { Account } from '../../../platform/account.js'

/** In the order of their ids. */
export function readCustomers(account: Account, ids: string[]) {
  const customers = account.from('customers').selectAll().where('id', 'in', ids)
  return customers.orderBy('id').execute()
}

export async function companyNames(account: Account, ids: string[]) {
  if (ids.length === 0) return new Map<string, string>()
  const companies = account.from('companies').select(['id', 'name']).where('id', 'in', ids)
  return new Map((await companies.execute()).map(({ id, name }) => [id, name]))
}

export async function tagNames(account: Account, customer_ids: string[]) {
  const rows = await account
    .from('customer_tags')
    .innerJoin('tags', (join) =>
      join.onRef('tags.account_id', '=', 'customer_tags.account_id').onRef('tags.id', '=', 'customer_tags.tag_id'),
    )
    .select(['customer_tags.customer_id', 'tags.name'])
    .where('customer_tags.customer_id', 'in', customer_ids)
    .orderBy('tags.name')
    .execute()
  const names = new Map<string, string[]>()
  for (const { customer_id, name } of rows) names.set(customer_id, [...(names.get(customer_id) ?? []), name])
  return names
}
