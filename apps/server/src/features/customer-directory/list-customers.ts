import type { CustomerPage } from '@papercups/contract'
import { sql } from 'kysely'
import type { Account } from '../../platform/account.js'
import { toCustomer } from '../customers/present.js'
import { countCustomers } from './count-customers.js'
import { isGathered, type CustomerFilters } from './filters.js'
import { gatherCustomers, matchingCustomers, MOST_GATHERED, type Candidate } from './find-customers.js'
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
  online: string[],
): Promise<CustomerPage> {
  const gathered = isGathered(filters) ? await gatherCustomers(account, filters) : undefined
  const total = gathered?.length ?? (isGathered(filters) ? MOST_GATHERED : await countCustomers(account, filters))
  const total_pages = Math.max(1, Math.ceil(total / wanted.size))
  const page = { number: Math.min(wanted.number, total_pages), size: wanted.size }

  const ids = gathered ? inOrder(gathered, online, page) : await readInOrder(account, filters, online, page)
  return {
    data: await withLatest(account, ids),
    page_number: page.number,
    page_size: page.size,
    total_pages,
    total_entries: total,
    total_is_least: !gathered && total >= MOST_GATHERED && (isGathered(filters) || Boolean(filters.company_id)),
  }
}

const startOf = ({ number, size }: PageWanted) => (number - 1) * size

function inOrder(gathered: Candidate[], online: string[], page: PageWanted) {
  const present = new Set(online)
  const newestFirst = gathered.toSorted((a, b) => {
    const presence = Number(present.has(b.id)) - Number(present.has(a.id))
    return presence || b.last_seen_at.getTime() - a.last_seen_at.getTime() || (a.id < b.id ? 1 : -1)
  })
  return newestFirst.slice(startOf(page), startOf(page) + page.size).map(({ id }) => id)
}

/** Few are online, and everybody else stands in the list's own order: neither is ever sorted. */
async function readInOrder(account: Account, filters: CustomerFilters, online: string[], page: PageWanted) {
  const matching = () =>
    matchingCustomers(account, filters)
      .select('customers.id')
      .orderBy('customers.last_seen_at', 'desc')
      .orderBy('customers.id', 'desc')
  const isPresent = sql<boolean>`customers.id = any(${online}::uuid[])`
  const isAway = sql<boolean>`customers.id <> all(${online}::uuid[])`
  const present = online.length > 0 ? await matching().where(isPresent).execute() : []
  const first = present.slice(startOf(page), startOf(page) + page.size)
  const offset = Math.max(0, startOf(page) - present.length)
  const away = online.length > 0 ? matching().where(isAway) : matching()
  const rest =
    first.length < page.size
      ? await away
          .offset(offset)
          .limit(page.size - first.length)
          .execute()
      : []
  return [...first, ...rest].map(({ id }) => id)
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
