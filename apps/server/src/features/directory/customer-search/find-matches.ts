import { sql } from 'kysely'
import type { Account } from '../../../platform/account.js'
import { defineCounter } from '../../../platform/counter.js'
import {
  filteredCustomers,
  hasFilters,
  isUnordered,
  matchingCustomers,
  type CustomerSearch,
} from './customer-conditions.js'
import {
  collect,
  lookUpIssue,
  lookUpTag,
  lookUpWhere,
  lookUpWords,
  MAX_COLLECTED,
  type IndexLookup,
} from './index-lookups.js'
import { isInRange, nextRange, type ListPosition } from './list-position.js'
import { containsWords, isPair, toTsQuery } from './search-words.js'

/** The limit where words are the only filter: each match is a row to read, and nobody turns so many pages. */
const MAX_COLLECTED_BY_WORDS = 1_000
/** Words are found inside of other words only among this many customers, those seen last. */
const NEWEST = 5_000
/** A segment that no index can answer reads this many customers of the list for one answer. */
export const SEGMENT_RANGE = 10_000
const MAX_LOOKUPS = 6

const countKinds = defineCounter<{ has_email: boolean }>('customer_counts', ['has_email'])

export const MATCH_COLUMNS = ['customers.id', 'customers.seen_order'] as const

export type Match = ListPosition

/** All matches, unordered. */
export interface AllMatches {
  all: Match[]
  /** Only for segments: the position in the list to continue from, or null if all of it was searched. */
  next?: ListPosition | null
}

/** More matches than are collected. A page of them is read in the order of the list. */
export interface TooManyMatches {
  all?: undefined
  /** Matches that are already found, unordered: all up to the position `upTo` of the list. */
  newest: Match[]
  upTo?: ListPosition | undefined
  total: number
  total_is_least: boolean
}

export function findMatches(
  account: Account,
  search: CustomerSearch,
  after?: ListPosition,
): Promise<AllMatches | TooManyMatches> {
  if (search.segments.length > 0) return findInSegments(account, search, after)
  if (search.words.length > 0) return findByWords(account, search)
  if (isUnordered(search)) return findByFilters(account, search)
  return countList(account, search)
}

export const countOf = (found: AllMatches | TooManyMatches) =>
  found.all ? { total: found.all.length, total_is_least: Boolean(found.next) } : found

export const isOneOf = (ids: string[]) => sql<boolean>`customers.id = any(${ids}::uuid[])`

export const unique = (matches: Match[]) => [...new Map(matches.map((match) => [match.id, match])).values()]

/** Without a search the database keeps the count. The customers of a company are counted up to a limit. */
async function countList(account: Account, search: CustomerSearch): Promise<TooManyMatches> {
  if (search.company_id) {
    const some = filteredCustomers(account, search).select('customers.id').limit(MAX_COLLECTED)
    const counted = account.from('customers').select(sql<number>`(select count(*) from (${some}) as few)`.as('total'))
    const { total = 0 } = (await counted.limit(1).executeTakeFirst()) ?? {}
    return { newest: [], total, total_is_least: total >= MAX_COLLECTED }
  }
  const kinds = await countKinds(account)
  const counted = search.include_anonymous === false ? kinds.filter(({ has_email }) => has_email) : kinds
  return { newest: [], total: counted.reduce((sum, { count }) => sum + count, 0), total_is_least: false }
}

async function findByFilters(account: Account, search: CustomerSearch): Promise<AllMatches | TooManyMatches> {
  const all = await collect(filteredCustomers(account, search).select(MATCH_COLUMNS))
  return all ? { all } : { newest: [], total: MAX_COLLECTED, total_is_least: true }
}

async function findByWords(account: Account, search: CustomerSearch): Promise<AllMatches | TooManyMatches> {
  const [indexed, { newest, upTo }] = await Promise.all([
    findInWordIndex(account, search),
    findAmongNewest(account, search),
  ])
  if (indexed) return { all: unique([...indexed, ...newest]) }
  return { newest, upTo, total: hasFilters(search) ? MAX_COLLECTED : MAX_COLLECTED_BY_WORDS, total_is_least: true }
}

async function findInWordIndex(account: Account, search: CustomerSearch) {
  const query = toTsQuery(account, search.words)
  if (!query) return []
  const filtered = filteredCustomers(account, search).select(MATCH_COLUMNS)
  const entries = account
    .from('customer_search')
    .select('customer_id')
    .where(sql<boolean>`terms @@ ${query}`)
  if (hasFilters(search)) return collect(filtered.where('customers.id', 'in', entries))

  // Without other filters the index alone can say that there are too many, and no customer is read.
  const found = await collect(entries, MAX_COLLECTED_BY_WORDS)
  if (!found) return undefined
  return filtered.where(isOneOf(found.map(({ customer_id }) => customer_id))).execute()
}

/** Finds words inside of other words, too. Pairs are left to the word index, which knows all of them. */
async function findAmongNewest(account: Account, search: CustomerSearch) {
  if (search.words.every(isPair)) return { newest: [] }
  const { upTo } = await nextRange(account, undefined, NEWEST)
  const newest = await filteredCustomers(account, search)
    .select(MATCH_COLUMNS)
    .where(isInRange({ upTo }))
    .where(containsWords(search.words))
    .execute()
  return { newest, upTo }
}

/**
 * If an index knows few customers for one of the conditions, only those are read and the answer is complete. Otherwise
 * a range of the list is read and the answer says where it ended, so the cost does not grow with the account.
 */
async function findInSegments(
  account: Account,
  search: CustomerSearch,
  after: ListPosition | undefined,
): Promise<AllMatches> {
  const { online } = search
  const matching = () => matchingCustomers(account, search).select(MATCH_COLUMNS)
  const ids = after ? undefined : await lookUpCandidates(account, search)
  if (ids) {
    const [matches, { newest }] = await Promise.all([
      matching().where(isOneOf(ids)).execute(),
      findAmongNewest(account, search),
    ])
    return { all: unique([...matches, ...newest]), next: null }
  }

  const range = await nextRange(account, after, SEGMENT_RANGE)
  const inRange = matching().where(isInRange(range)).execute()
  const next = range.upTo ?? null
  // The first answer contains everybody who is online, so later ones leave them out.
  if (after) {
    const shown = new Set(online)
    return { all: (await inRange).filter(({ id }) => !shown.has(id)), next }
  }
  const present = online.length > 0 ? matching().where(isOneOf(online)).execute() : []
  return { all: unique((await Promise.all([present, inRange])).flat()), next }
}

/** Ids from the first index that knows few customers for its condition. Every match is among them. */
async function lookUpCandidates(account: Account, search: CustomerSearch) {
  const lookups = [...filterLookups(account, search), ...search.segments.flatMap((segment) => segment.lookups)]
  for (const lookup of lookups.slice(0, MAX_LOOKUPS)) {
    const ids = await lookup()
    if (ids) return ids
  }
  return undefined
}

function filterLookups(account: Account, search: CustomerSearch): IndexLookup[] {
  const { external_id, email, issue_id, tag_ids, company_id, words } = search
  const query = toTsQuery(account, words)
  return [
    ...(external_id ? [lookUpWhere(account, sql`customers.external_id = ${external_id}`)] : []),
    ...(email ? [lookUpWhere(account, sql`lower(customers.email) = lower(${email})`)] : []),
    ...(issue_id ? [lookUpIssue(account, issue_id)] : []),
    ...tag_ids.map((tag_id) => lookUpTag(account, tag_id)),
    ...(company_id ? [lookUpWhere(account, sql`customers.company_id = ${company_id}::uuid`)] : []),
    ...(query ? [lookUpWords(account, query)] : []),
  ]
}
