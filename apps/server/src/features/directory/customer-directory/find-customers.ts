import { sql, type RawBuilder } from 'kysely'
import type { Account } from '../../../platform/account.js'
import { filteredCustomers, narrowsFurther, type CustomerFilters } from './filters.js'
import { isWithin, stretchOf, type Place } from './list-places.js'
import { holds, isPair, toTsQuery, wordsIn } from './search-terms.js'

export interface Candidate {
  id: string
  seen_order: Date
}

/** So many are put in order and counted one by one. Of more, the newest are found by reading the list itself. */
export const MAX_GATHERED = 5_000
/** So many are gathered for words alone: each is a look of its own, and beyond that nobody turns the pages. */
const MAX_SEARCHED = 1_000
/** Among so many of the newest a word is found by any part of it, not only by its beginning. */
const NEWEST = 5_000

/** Everybody whom the filters let through, in no order; or, when they are too many, as far as the newest were looked at. */
export interface Gathered {
  all?: Candidate[] | undefined
  /** In no order either. */
  newest?: Candidate[]
  /** The last of the newest: whoever else there is stands behind them. */
  upTo?: Place | undefined
  /** There are at least so many. */
  least?: number
}

export async function gatherCustomers(account: Account, filters: CustomerFilters): Promise<Gathered> {
  const words = wordsIn(filters.q)
  if (words.length === 0) {
    return { all: await upToMost(filteredCustomers(account, filters).select(CANDIDATE)), least: MAX_GATHERED }
  }

  const [byWords, searched] = await Promise.all([
    gatherByWords(account, filters, words),
    searchNewest(account, filters, words),
  ])
  if (byWords) return { all: once([...byWords, ...(searched.newest ?? [])]) }
  return { ...searched, least: narrowsFurther(filters) ? MAX_GATHERED : MAX_SEARCHED }
}

/** Those who are too many to gather, to be read in the order of the list. */
export function matchingCustomers(account: Account, filters: CustomerFilters) {
  const words = wordsIn(filters.q)
  const query = toTsQuery(account, words)
  // Tells most of them apart without a look at what the index of words knows.
  const found = filteredCustomers(account, filters).where(holds(words.filter((word) => !isPair(word))))
  // By the operator's own function, which no index knows: so that the planner reads the list and stops after a page.
  return query ? found.where(noted(sql`ts_match_vq(noted.terms, ${query})`)) : found
}

export const CANDIDATE = ['customers.id', 'customers.seen_order'] as const

export const isOneOf = (ids: string[]) => sql<boolean>`customers.id = any(${ids}::uuid[])`

export const once = (rows: Candidate[]) => [...new Map(rows.map((row) => [row.id, row])).values()]

interface Limitable<Row> {
  limit(most: number): { execute(): Promise<Row[]> }
}

/** Undefined when there are more. */
export async function upToMost<Row>(query: Limitable<Row>, most = MAX_GATHERED) {
  const rows = await query.limit(most + 1).execute()
  return rows.length > most ? undefined : rows
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
  const found = await upToMost(holding, MAX_SEARCHED)
  if (!found) return undefined
  const ids = found.map(({ customer_id }) => customer_id)
  return filtered.where(isOneOf(ids)).execute()
}

/** Among the newest a word is found by its middle, too. A pair has none: the index knows everybody who has it. */
export async function searchNewest(account: Account, filters: CustomerFilters, words: string[]): Promise<Gathered> {
  if (words.every(isPair)) return {}
  const { upTo } = await stretchOf(account, undefined, NEWEST)
  const newest = await filteredCustomers(account, filters)
    .select(CANDIDATE)
    .where(isWithin({ upTo }))
    .where(holds(words))
    .execute()
  return { newest, upTo }
}

const noted = (condition: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from customer_search noted where noted.account_id = customers.account_id
    and noted.customer_id = customers.id and ${condition})`
