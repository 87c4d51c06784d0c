import type { CustomerPage, ListedCustomer } from '@papercups/contract'
import { sql } from 'kysely'
import type { Account } from '../../../platform/account.js'
import { toConversationBasic } from '../../inbox/conversations/present.js'
import { toCustomer } from '../../people/customers/present.js'
import { matchingCustomers, type CustomerSearch } from './customer-conditions.js'
import {
  countOf,
  findMatches,
  isOneOf,
  MATCH_COLUMNS,
  unique,
  type Match,
  type TooManyMatches,
} from './find-matches.js'
import { isInRange, toCursor, type ListPosition } from './list-position.js'

export interface PageNumber {
  number: number
  size: number
}

/** One page: customers who are online first, then those seen last. After the last page comes the last page again. */
export async function searchCustomers(
  account: Account,
  search: CustomerSearch,
  wanted: PageNumber,
  after?: ListPosition,
): Promise<CustomerPage> {
  const found = await findMatches(account, search, after)
  const { total, total_is_least } = countOf(found)
  const total_pages = Math.max(1, Math.ceil(total / wanted.size))
  const page = { number: Math.min(wanted.number, total_pages), size: wanted.size }
  const ids = found.all ? sortAndCut(found.all, search.online, page) : await readPage(account, search, found, page)
  return {
    data: await readCustomers(account, ids),
    page_number: page.number,
    page_size: page.size,
    total_pages,
    total_entries: total,
    total_is_least,
    ...(found.all && found.next !== undefined && { next: found.next && toCursor(found.next) }),
  }
}

const startOf = ({ number, size }: PageNumber) => (number - 1) * size

function sortAndCut(matches: Match[], online: string[], page: PageNumber) {
  const present = new Set(online)
  const sorted = matches.toSorted((a, b) => {
    const presence = Number(present.has(b.id)) - Number(present.has(a.id))
    return presence || b.seen_order.getTime() - a.seen_order.getTime() || (a.id < b.id ? 1 : -1)
  })
  return sorted.slice(startOf(page), startOf(page) + page.size).map(({ id }) => id)
}

/** Few customers are online, and the others are in the order of an index: no large result is ever sorted. */
async function readPage(account: Account, search: CustomerSearch, { newest, upTo }: TooManyMatches, page: PageNumber) {
  const { online } = search
  const matching = matchingCustomers(account, search).select(MATCH_COLUMNS)
  const present = online.length > 0 ? await matching.where(isOneOf(online)).execute() : []
  const known = unique([...present, ...newest])
  const first = sortAndCut(known, online, page)
  const missing = page.size - first.length
  if (missing === 0) return first

  const unknown = matching.where(isInRange({ after: upTo }))
  const rest = await (online.length > 0 ? unknown.where(sql<boolean>`not ${isOneOf(online)}`) : unknown)
    .orderBy('customers.seen_order', 'desc')
    .orderBy('customers.id', 'desc')
    .offset(Math.max(0, startOf(page) - known.length))
    .limit(missing)
    .execute()
  return [...first, ...rest.map(({ id }) => id)]
}

export async function readCustomers(account: Account, ids: string[]): Promise<ListedCustomer[]> {
  if (ids.length === 0) return []
  const [rows, latest] = await Promise.all([
    account.from('customers').selectAll().where('id', 'in', ids).execute(),
    latestConversations(account, ids),
  ])
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    const conversation = latest.get(id)
    return row ? [{ ...toCustomer(row), conversations: conversation ? [conversation] : [] }] : []
  })
}

/** The conversation of each customer with the latest activity. Deleted ones do not count. */
async function latestConversations(account: Account, customer_ids: string[]) {
  const rows = await account
    .from('conversations')
    .selectAll()
    .distinctOn('customer_id')
    .where('customer_id', 'in', customer_ids)
    .where('archived_at', 'is', null)
    .orderBy('customer_id')
    .orderBy(sql`last_activity_at desc nulls last`)
    .orderBy('created_at', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.customer_id, toConversationBasic(row)]))
}
