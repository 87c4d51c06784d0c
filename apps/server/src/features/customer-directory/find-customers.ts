import { sql, type RawBuilder } from 'kysely'
import type { Account } from '../../platform/account.js'
import { filteredCustomers, narrowsFurther, type CustomerFilters } from './filters.js'
import { isWithin, stretchOf, type Place } from './list-places.js'
import { holds, toTsQuery, wordsIn } from './search-terms.js'

export interface Candidate {
  id: string
  last_seen_at: Date
}

/** So many are put in order and counted one by one. Of more, the newest are found by reading the list itself. */
export const MOST_GATHERED = 5_000
/** Among so many of the newest a word is found by any part of it, not only by its beginning. */
const NEWEST = 5_000

/** Everybody whom the filters let through, in no order; or, when they are too many, as far as the newest were looked at. */
export interface Gathered {
  all?: Candidate[] | undefined
  /** In no order either. */
  newest?: Candidate[]
  /** The last of the newest: whoever else there is stands behind them. */
  upTo?: Place | undefined
}

export async function gatherCustomers(account: Account, filters: CustomerFilters): Promise<Gathered> {
  const words = wordsIn(filters.q)
  if (words.length === 0) return { all: await upToMost(filteredCustomers(account, filters).select(CANDIDATE)) }

  const [byWords, { newest, upTo }] = await Promise.all([
    gatherByWords(account, filters, words),
    searchNewest(account, filters, words),
  ])
  if (!byWords) return { newest: newest.filter(({ begins }) => begins), upTo }
  return {
    all: [...new Map([...byWords, ...newest].map(({ id, last_seen_at }) => [id, { id, last_seen_at }])).values()],
  }
}

/** Those who are too many to gather, to be read in the order of the list. */
export function matchingCustomers(account: Account, filters: CustomerFilters) {
  const query = toTsQuery(account, wordsIn(filters.q))
  const found = filteredCustomers(account, filters)
  // By the operator's own function, which no index knows: so that the planner reads the list and stops after a page.
  return query ? found.where(noted(sql`ts_match_vq(noted.terms, ${query})`)) : found
}

export const CANDIDATE = ['customers.id', 'customers.last_seen_at'] as const

/** Undefined when there are more. */
export async function upToMost<Row>(query: { limit(most: number): { execute(): Promise<Row[]> } }) {
  const rows = await query.limit(MOST_GATHERED + 1).execute()
  return rows.length > MOST_GATHERED ? undefined : rows
}

async function gatherByWords(account: Account, filters: CustomerFilters, words: string[]) {
  const query = toTsQuery(account, words)
  if (!query) return []
  const filtered = filteredCustomers(account, filters).select(CANDIDATE)
  const holding = account
    .from('customer_search')
    .select('customer_id')
    .where(sql<boolean>`terms @@ ${query}`)
  if (narrowsFurther(filters)) return upToMost(filtered.where('customers.id', 'in', holding))

  // Whether they are too many the index of words can tell by itself, without a look at any of them.
  const found = await upToMost(holding)
  if (!found) return undefined
  const ids = found.map(({ customer_id }) => customer_id)
  return filtered.where(sql<boolean>`customers.id = any(${ids}::uuid[])`).execute()
}

/** Among the newest a word is found by its middle, too. Whom the index of words knows is told apart. */
export async function searchNewest(account: Account, filters: CustomerFilters, words: string[]) {
  const { upTo } = await stretchOf(account, undefined, NEWEST)
  const query = toTsQuery(account, words)
  const begins = query ? sql<boolean>`ts_match_vq(customer_search.terms, ${query})` : sql<boolean>`false`
  const newest = await filteredCustomers(account, filters)
    .innerJoin('customer_search', (join) =>
      join
        .onRef('customer_search.account_id', '=', 'customers.account_id')
        .onRef('customer_search.customer_id', '=', 'customers.id'),
    )
    .select(CANDIDATE)
    .select(begins.as('begins'))
    .where(isWithin({ upTo }))
    .where(sql<boolean>`(${begins} or (${sql.join(words.map(holds), sql` and `)}))`)
    .execute()
  return { newest, upTo }
}

const noted = (condition: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from customer_search noted where noted.account_id = customers.account_id
    and noted.customer_id = customers.id and ${condition})`
