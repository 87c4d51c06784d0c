import type { Account } from './account.js'
import { defineStatement } from './statement.js'

/** A reader that finds more rows than this replaces them by their sums. */
const MAX_CHANGES = 1_000

type CounterTable = 'conversation_counts' | 'customer_counts'

/**
 * Reads how many rows of each kind an account has. Triggers append changes (+1, -1) to the table, because one number per
 * account would be a lock that all its writers wait for.
 */
export function defineCounter<Kind extends object>(table: CounterTable, columns: Array<keyof Kind & string>) {
  const kind = columns.join(', ')
  const sumChanges = defineStatement<Kind & { count: number; changes: number }>(
    `${table}.sum`,
    `select ${kind}, sum(change)::bigint as count, count(*) as changes from ${table} where account_id = $1 group by ${kind}`,
  )
  // Rows that another reader has locked are skipped: that reader sums them.
  const replaceBySums = defineStatement(
    `${table}.replace-by-sums`,
    `with gone as (
      delete from ${table} where account_id = $1 and id in (
        select id from ${table} where account_id = $1 for update skip locked)
      returning *
    )
    insert into ${table} (account_id, ${kind}, change)
    select account_id, ${kind}, sum(change) from gone group by account_id, ${kind} having sum(change) <> 0`,
  )

  return async (account: Account): Promise<Array<Kind & { count: number }>> => {
    const rows = await account.run(sumChanges)
    const changes = rows.reduce((total, row) => total + row.changes, 0)
    if (changes > rows.length + MAX_CHANGES) await account.run(replaceBySums)
    return rows
  }
}
