import type { CustomerFilterFields, SegmentFilter } from '@papercups/contract'
import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Account } from '../../../platform/account.js'
import { matchesText } from '../../../platform/matches-text.js'
import { isInSegment } from './segment-conditions.js'

const TEXTS = [
  'name',
  'email',
  'phone',
  'host',
  'browser',
  'os',
  'time_zone',
  'current_url',
  'pathname',
] as const satisfies Array<keyof typeof CustomerFilterFields.properties>
const EXACT = ['external_id', 'browser_version', 'browser_language'] as const

export interface CustomerFilters extends Static<typeof CustomerFilterFields> {
  /** All of them. */
  segments?: SegmentFilter[]
  /** Who is there now. */
  online?: string[]
}

/** Every filter narrows. The words of a search do not stand here: see find-customers.ts. */
export function filteredCustomers(account: Account, filters: CustomerFilters) {
  const { company_id, issue_id, include_anonymous, segments = [], online = [] } = filters
  let found = account.from('customers')
  if (company_id) found = found.where('customers.company_id', '=', company_id)
  for (const column of TEXTS) {
    const text = filters[column]
    if (text) found = found.where(matchesText(`customers.${column}`, text))
  }
  for (const column of EXACT) {
    const text = filters[column]
    if (text) found = found.where(`customers.${column}`, '=', text)
  }
  if (include_anonymous === false) found = found.where('customers.email', 'is not', null)
  for (const tag_id of tagsIn(filters)) found = found.where(hasTag(tag_id))
  if (issue_id) found = found.where(hasIssue(issue_id))
  for (const segment of segments) found = found.where(isInSegment(segment, online))
  return found
}

/** Filters whose customers stand in no list of their own: they have to be gathered before they can be put in order. */
export const isGathered = (filters: CustomerFilters) =>
  Boolean(filters.q?.trim() || filters.issue_id || tagsIn(filters).length > 0) ||
  [...TEXTS, ...EXACT].some((column) => filters[column])

/** Whether anything but the words of a search leaves somebody out. */
export const narrowsFurther = ({ q: _q, ...filters }: CustomerFilters) =>
  isGathered(filters) || Boolean(filters.company_id || filters.segments?.length) || filters.include_anonymous === false

export const tagsIn = ({ tag_id, tag_ids }: CustomerFilters) => [
  ...new Set([...(tag_ids ?? []), ...(tag_id ? [tag_id] : [])]),
]

const hasTag = (id: string) =>
  sql<boolean>`exists (select from customer_tags t where t.account_id = customers.account_id
    and t.customer_id = customers.id and t.tag_id = ${id})`

const hasIssue = (id: string) =>
  sql<boolean>`exists (select from customer_issues t where t.account_id = customers.account_id
    and t.customer_id = customers.id and t.issue_id = ${id})`
