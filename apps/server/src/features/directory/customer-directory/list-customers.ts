import type { CustomerPage } from '@papercups/contract'
import { sql } from 'kysely'
import type { Account } from '../../../platform/account.js'
import { toCustomer } from '../../people/customers/present.js'
import { countCustomers } from './count-customers.js'
import { isGathered, type CustomerFilters } from './filters.js'
import {
  CANDIDATE,
  gatherCustomers,
  isOneOf,
  matchingCustomers,
  MAX_GATHERED,
  once,
  type Candidate,
  type Gathered,
} from './find-customers.js'
import { findInSegments } from './find-in-segments.js'
import { isWithin, toCursor, type Place } from './list-places.js'
import { latestConversations } from './queries.js'

export interface PageWanted {
  number: number
  size: number
}

/** Those who are online come first, then whoever was seen last. A page beyond the end is the last one. */
export async function listCustomers(
  account: Account,
  filters: CustomerFilters,
  wanted: PageWanted,
): Promise<CustomerPage> {
  const { online = [] } = filters
  const gathered: Gathered = isGathered(filters) ? await gatherCustomers(account, filters) : {}
  const { all } = gathered
  const total = all?.length ?? gathered.least ?? (await countCustomers(account, filters))
  const total_pages = Math.max(1, Math.ceil(total / wanted.size))
  const page = { number: Math.min(wanted.number, total_pages), size: wanted.size }

  const ids = all ? inOrder(all, online, page) : await readInOrder(account, filters, gathered, page)
  return {
    data: await withLatest(account, ids),
    page_number: page.number,
    page_size: page.size,
    total_pages,
    total_entries: total,
    total_is_least: !all && (gathered.least !== undefined || (Boolean(filters.company_id) && total >= MAX_GATHERED)),
  }
}

/** The same of a segment, as far as it was looked through: with where to look on. */
export async function listSegment(
  account: Account,
  filters: CustomerFilters,
  wanted: PageWanted,
  behind: Place | undefined,
): Promise<CustomerPage> {
  const { found, next } = await findInSegments(account, filters, behind)
  const total_pages = Math.max(1, Math.ceil(found.length / wanted.size))
  const page = { number: Math.min(wanted.number, total_pages), size: wanted.size }
  return {
    data: await withLatest(account, inOrder(found, filters.online ?? [], page)),
    page_number: page.number,
    page_size: page.size,
    total_pages,
    total_entries: found.length,
    total_is_least: next !== undefined,
    next: next ? toCursor(next) : null,
  }
}

const startOf = ({ number, size }: PageWanted) => (number - 1) * size

function inOrder(gathered: Candidate[], online: string[], page: PageWanted) {
  const present = new Set(online)
  const newestFirst = gathered.toSorted((a, b) => {
    const presence = Number(present.has(b.id)) - Number(present.has(a.id))
    return presence || b.seen_order.getTime() - a.seen_order.getTime() || (a.id < b.id ? 1 : -1)
  })
  return newestFirst.slice(startOf(page), startOf(page) + page.size).map(({ id }) => id)
}

/** Few are online, and everybody else stands in the list's own order: it is never sorted. */
async function readInOrder(account: Account, filters: CustomerFilters, known: Gathered, page: PageWanted) {
  const { online = [] } = filters
  const { newest = [], upTo } = known
  const matching = () =>
    matchingCustomers(account, filters)
      .select(CANDIDATE)
      .orderBy('customers.seen_order', 'desc')
      .orderBy('customers.id', 'desc')
  const shown = new Set(online)
  const present = once([
    ...newest.filter(({ id }) => shown.has(id)),
    ...(online.length > 0 ? await matching().where(isOneOf(online)).execute() : []),
  ])
  const away = newest.filter(({ id }) => !shown.has(id))
  const first = inOrder([...present, ...away], online, page)
  const missing = page.size - first.length
  if (missing === 0) return first
  // The newest have been looked at already.
  const behind = matching().where(isWithin({ behind: upTo }))
  const rest = await (online.length > 0 ? behind.where(sql<boolean>`not ${isOneOf(online)}`) : behind)
    .offset(Math.max(0, startOf(page) - present.length - away.length))
    .limit(missing)
    .execute()
  return [...first, ...rest.map(({ id }) => id)]
}

async function withLatest(account: Account, ids: string[]) {
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
