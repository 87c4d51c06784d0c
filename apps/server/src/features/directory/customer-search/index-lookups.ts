import { sql, type RawBuilder } from 'kysely'
import type { Account } from '../../../platform/account.js'

/** At most this many customers are collected, sorted and counted. Larger results are read in the order of the list. */
export const MAX_COLLECTED = 5_000

/** A value is common if more than COMMON of the SAMPLE customers who were seen last have it. */
const SAMPLE = 500
const COMMON = 50

/** Asks an index for the ids of all customers who meet one condition. Undefined if they are more than MAX_COLLECTED. */
export type IndexLookup = () => Promise<string[] | undefined>

interface Query<Row> {
  limit(count: number): { execute(): Promise<Row[]> }
}

/** All rows of the query, or undefined if there are more than `max`. */
export async function collect<Row>(query: Query<Row>, max = MAX_COLLECTED) {
  const rows = await query.limit(max + 1).execute()
  return rows.length > max ? undefined : rows
}

export const lookUpTag = (account: Account, tag_id: string) =>
  lookUp(account.from('customer_tags').select('customer_id as id').where('tag_id', '=', tag_id))

export const lookUpIssue = (account: Account, issue_id: string) =>
  lookUp(account.from('customer_issues').select('customer_id as id').where('issue_id', '=', issue_id))

export const lookUpOpenConversations = (account: Account) =>
  lookUp(account.from('conversations').select('customer_id as id').where('place', 'in', ['open', 'snoozed']))

/** For a condition on a column of customers that has an index. */
export const lookUpWhere = (account: Account, condition: RawBuilder<unknown>) =>
  lookUp(
    account
      .from('customers')
      .select('customers.id')
      .where(sql<boolean>`${condition}`),
  )

/** In the word index. */
export function lookUpWords(account: Account, query: RawBuilder<unknown>) {
  const entries = account.from('customer_search').select('customer_id as id')
  return lookUp(entries.where(sql<boolean>`terms @@ ${query}`))
}

/** The word index collects all matches before it returns the first, so it is not asked for a common value. */
export const unlessCommon =
  (account: Account, condition: RawBuilder<unknown>, lookup: IndexLookup): IndexLookup =>
  async () => {
    const newest = account.from('customers').selectAll().orderBy('seen_order', 'desc').orderBy('id', 'desc')
    const sample = newest.limit(SAMPLE)
    const counted = account
      .from('customers')
      .select(sql<number>`(select count(*) from (${sample}) as customers where ${condition})`.as('matching'))
    const { matching = 0 } = (await counted.limit(1).executeTakeFirst()) ?? {}
    return matching > COMMON ? undefined : lookup()
  }

/** For conditions of which any is enough. */
export const unite =
  (lookups: IndexLookup[]): IndexLookup =>
  async () => {
    const ids = new Set<string>()
    for (const lookup of lookups) {
      const some = await lookup()
      if (!some) return undefined
      for (const id of some) ids.add(id)
      if (ids.size > MAX_COLLECTED) return undefined
    }
    return [...ids]
  }

const lookUp =
  (query: Query<{ id: string }>): IndexLookup =>
  async () =>
    (await collect(query))?.map(({ id }) => id)
