import type { ConversationFilters, ConversationPage } from '@papercups/contract'
import { sql } from 'kysely'
import type { Account } from '../../../platform/account.js'
import { countConversations } from './counts.js'
import { readCursor, toCursor, type Position } from './cursor.js'
import { expand } from './expand.js'
import { filteredConversations, placesOf } from './filters.js'
import { matchesOf, search } from './search.js'

export interface ListOptions {
  filters: ConversationFilters
  user_id: number
  limit: number
  after: string | null | undefined
}

/** Newest activity first; conversations without any come before those. The next page starts after the last row. */
export async function listConversations(
  account: Account,
  options: ListOptions & { message_limit: number },
): Promise<ConversationPage> {
  const { rows, page, withMatch } = await findConversations(account, options)
  return { data: (await expand(account, rows, options.message_limit)).map(withMatch), ...page }
}

/** The rows of one page and the fields of the answer beside them. */
export async function findConversations(account: Account, options: ListOptions) {
  const { filters, user_id, limit, after } = options
  const found = filters.q?.trim() ? await search(account, filters.q, filters, user_id) : undefined
  const [read, total] = await Promise.all([
    found ? readFound(account, options, found.ids) : readRows(account, options),
    found ? found.ids.length : countConversations(account, filters, user_id),
  ])
  const rows = read.slice(0, limit)
  const matches = found && (await matchesOf(account, found, rows))
  const last = rows.at(-1)
  const first = rows[0]
  return {
    rows,
    page: {
      next: read.length > limit && last ? toCursor(last) : null,
      previous: after && first ? toCursor(first) : null,
      limit,
      total,
    },
    withMatch: <T extends { id: string }>(one: T) => (matches ? { ...one, match: matches.get(one.id) ?? null } : one),
  }
}

/**
 * Reads one row more than the page, to know whether another page follows. Each place is ordered by itself, so several
 * are read at once.
 */
async function readRows(account: Account, { filters, user_id, limit, after }: ListOptions) {
  const lists = placesOf(filters).map((place) => {
    let page = filteredConversations(account, [place], filters, user_id).selectAll('conversations')
    if (after) page = page.where(beyond(after))
    // Without this the planner does not know that the index of assignees is ordered for null.
    if (filters.assignee_id === null) page = page.orderBy('conversations.assignee_id')
    return page
      .orderBy(sql`conversations.last_activity_at desc nulls first`)
      .orderBy('conversations.id', 'desc')
      .limit(limit + 1)
      .execute()
  })
  const rows = (await Promise.all(lists)).flat()
  return lists.length > 1 ? rows.sort(newestFirst).slice(0, limit + 1) : rows
}

/** A search finds few conversations: they are read by id and sorted, instead of scanning a whole list for them. */
async function readFound(account: Account, { filters, user_id, limit, after }: ListOptions, ids: string[]) {
  if (ids.length === 0) return []
  let page = filteredConversations(account, placesOf(filters), filters, user_id)
    .selectAll('conversations')
    .where(sql<boolean>`conversations.id = any(${ids}::uuid[])`)
  if (after) page = page.where(beyond(after))
  return page
    .orderBy(sql`conversations.last_activity_at + interval '0' desc nulls first`)
    .orderBy('conversations.id', 'desc')
    .limit(limit + 1)
    .execute()
}

function beyond(after: string) {
  const { last_activity_at: at, id } = readCursor(after)
  return at
    ? sql<boolean>`(conversations.last_activity_at, conversations.id) < (${at}, ${id}::uuid)`
    : sql<boolean>`(conversations.last_activity_at is not null or conversations.id < ${id}::uuid)`
}

function newestFirst(a: Position, b: Position) {
  const [earlier, later] = [a, b].map(({ last_activity_at: at }) => at?.getTime() ?? Infinity)
  if (earlier !== later) return (later ?? 0) > (earlier ?? 0) ? 1 : -1
  return a.id < b.id ? 1 : -1
}
