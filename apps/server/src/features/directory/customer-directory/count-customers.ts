import { sql } from 'kysely'
import type { Account } from '../../../platform/account.js'
import { defineStatement } from '../../../platform/statement.js'
import { filteredCustomers, type CustomerFilters } from './filters.js'
import { MOST_GATHERED } from './find-customers.js'

/** So many changes are read as they are; beyond that whoever reads them folds them together for the next. */
const MOST_CHANGES = 1_000

/** Without filters the database keeps count. A company's customers are counted as far as it is worth it. */
export async function countCustomers(account: Account, filters: CustomerFilters) {
  if (filters.company_id) {
    const some = filteredCustomers(account, filters).select('customers.id').limit(MOST_GATHERED)
    const counted = account.from('customers').select(sql<number>`(select count(*) from (${some}) as few)`.as('total'))
    return (await counted.limit(1).executeTakeFirst())?.total ?? 0
  }
  const kinds = await account.run(sumKinds)
  if (sum(kinds.map(({ changes }) => changes)) > kinds.length + MOST_CHANGES) await account.run(foldKinds)
  const counted = filters.include_anonymous === false ? kinds.filter(({ has_email }) => has_email) : kinds
  return sum(counted.map(({ count }) => count))
}

const sumKinds = defineStatement<{ has_email: boolean; count: number; changes: number }>(
  'customer-directory.sum-kinds',
  `select has_email, sum(change)::bigint as count, count(*) as changes
  from customer_counts where account_id = $1 group by has_email`,
)

/** What another reader is folding at this moment is left to them. */
const foldKinds = defineStatement(
  'customer-directory.fold-kinds',
  `with gone as (
    delete from customer_counts where account_id = $1 and id in (
      select id from customer_counts where account_id = $1 for update skip locked)
    returning *
  )
  insert into customer_counts (account_id, has_email, change)
  select account_id, has_email, sum(change) from gone group by account_id, has_email having sum(change) <> 0`,
)

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
