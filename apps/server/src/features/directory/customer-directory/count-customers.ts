import { sql } from 'kysely'
import type { Account } from '../../../platform/account.js'
import { defineCounter } from '../../../platform/counter.js'
import { filteredCustomers, type CustomerFilters } from './filters.js'
import { MAX_GATHERED } from './find-customers.js'

const countKinds = defineCounter<{ has_email: boolean }>('customer_counts', ['has_email'])

/** Without filters the database keeps count. A company's customers are counted as far as it is worth it. */
export async function countCustomers(account: Account, filters: CustomerFilters) {
  if (filters.company_id) {
    const some = filteredCustomers(account, filters).select('customers.id').limit(MAX_GATHERED)
    const counted = account.from('customers').select(sql<number>`(select count(*) from (${some}) as few)`.as('total'))
    return (await counted.limit(1).executeTakeFirst())?.total ?? 0
  }
  const kinds = await countKinds(account)
  const counted = filters.include_anonymous === false ? kinds.filter(({ has_email }) => has_email) : kinds
  return counted.reduce((total, { count }) => total + count, 0)
}
