import type { CustomerFilterFields } from '@papercups/contract'
import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Account } from '../../../platform/account.js'
import { matchesText } from '../../../platform/matches-text.js'
import type { CompiledSegment } from './compile-segment.js'
import { containsWords, isPair, toTsQuery } from './search-words.js'

type Fields = Static<typeof CustomerFilterFields>

/** A search as the request describes it (see read-search.ts). Every part narrows the result. */
export interface CustomerSearch extends Omit<Fields, 'q' | 'tag_id' | 'tag_ids'> {
  words: string[]
  tag_ids: string[]
  segments: CompiledSegment[]
  /** Ids of the customers who are online. They come first in every result. */
  online: string[]
}

const TEXT_FIELDS = [
  'name',
  'email',
  'phone',
  'host',
  'browser',
  'os',
  'time_zone',
  'current_url',
  'pathname',
] as const satisfies Array<keyof Fields>
const EXACT_FIELDS = ['external_id', 'browser_version', 'browser_language'] as const satisfies Array<keyof Fields>

/** Customers who match everything but the words. */
export function filteredCustomers(account: Account, search: CustomerSearch) {
  const { company_id, issue_id, include_anonymous } = search
  let customers = account.from('customers')
  if (company_id) customers = customers.where('customers.company_id', '=', company_id)
  for (const field of TEXT_FIELDS) {
    const text = search[field]
    if (text) customers = customers.where(matchesText(`customers.${field}`, text))
  }
  for (const field of EXACT_FIELDS) {
    const text = search[field]
    if (text) customers = customers.where(`customers.${field}`, '=', text)
  }
  if (include_anonymous === false) customers = customers.where('customers.email', 'is not', null)
  for (const tag_id of search.tag_ids) customers = customers.where(hasTag(tag_id))
  if (issue_id) customers = customers.where(hasIssue(issue_id))
  for (const segment of search.segments) customers = customers.where(segment.matches)
  return customers
}

/** Customers who match everything. Reading them in the order of the list is cheap as long as many match. */
export function matchingCustomers(account: Account, search: CustomerSearch) {
  const query = toTsQuery(account, search.words)
  // Most customers fail this cheap check, so their row of customer_search is never read.
  const customers = filteredCustomers(account, search).where(
    containsWords(search.words.filter((word) => !isPair(word))),
  )
  if (!query) return customers
  // The function behind `@@` cannot use the word index, so the planner reads the list and stops after one page.
  return customers.where(
    sql<boolean>`exists (select from customer_search noted where noted.account_id = customers.account_id
      and noted.customer_id = customers.id and ts_match_vq(noted.terms, ${query}))`,
  )
}

/** True for filters whose matches no index returns in the order of the list. */
export const isUnordered = (search: CustomerSearch) => search.words.length > 0 || hasUnorderedFilter(search)

/** True if anything besides the words narrows the result. */
export const hasFilters = (search: CustomerSearch) =>
  hasUnorderedFilter(search) || Boolean(search.company_id) || search.include_anonymous === false

const hasUnorderedFilter = (search: CustomerSearch) =>
  Boolean(search.issue_id) ||
  search.tag_ids.length > 0 ||
  [...TEXT_FIELDS, ...EXACT_FIELDS].some((field) => search[field])

const hasTag = (tag_id: string) =>
  sql<boolean>`exists (select from customer_tags t where t.account_id = customers.account_id
    and t.customer_id = customers.id and t.tag_id = ${tag_id})`

const hasIssue = (issue_id: string) =>
  sql<boolean>`exists (select from customer_issues t where t.account_id = customers.account_id
    and t.customer_id = customers.id and t.issue_id = ${issue_id})`
