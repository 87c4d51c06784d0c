import type { Conversation, ConversationPage, Customer, Message } from '@papercups/contract'
import { queryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'

/** A conversation as lists and headers need it: its messages live in a cache entry of their own. */
export type ConversationRow = Omit<Conversation, 'messages'> & { last_message: Message | null }
export type RowPage = Omit<ConversationPage, 'data'> & { data: ConversationRow[] }
export type RowPages = InfiniteData<RowPage, string | null>

export const conversationKeys = {
  lists: ['conversation-lists'] as const,
  list: (name: string) => ['conversation-lists', name] as const,
  /** What a search found in that list. */
  search: (name: string, q: string) => ['conversation-lists', name, q] as const,
  ones: ['conversations'] as const,
  one: (id: string) => ['conversations', id] as const,
  messages: (id: string) => ['conversations', id, 'messages'] as const,
}

export const conversationQuery = (id: string) =>
  queryOptions({
    queryKey: conversationKeys.one(id),
    queryFn: async ({ signal }) => {
      const query = { message_limit: 1 }
      return toRow(await api.get('/conversations/:id', { params: { id }, query, signal }))
    },
    staleTime: 60_000,
  })

/** Where the dashboard shows it. */
export const conversationPath = ({ id, status }: Pick<ConversationRow, 'id' | 'status'>) =>
  `/conversations/${status === 'closed' ? 'closed' : 'all'}/${id}`

export function toRow({ messages, ...conversation }: Conversation): ConversationRow {
  const last = messages.reduce<Message | null>(
    (latest, next) => (latest && latest.seq > next.seq ? latest : next),
    null,
  )
  return { ...conversation, last_message: last }
}

/** The newest cached copy. */
export function findRow(cache: QueryClient, id: string): ConversationRow | undefined {
  const lists = cache.getQueriesData<RowPages>({ queryKey: conversationKeys.lists })
  const copies = lists.map(([key, list]) => ({
    at: cache.getQueryState(key)?.dataUpdatedAt ?? 0,
    row: list?.pages.flatMap((page) => page.data).find((row) => row.id === id),
  }))
  const own = cache.getQueryState<ConversationRow>(conversationKeys.one(id))
  copies.push({ at: own?.dataUpdatedAt ?? 0, row: own?.data })
  return copies.filter((copy) => copy.row).sort((a, b) => b.at - a.at)[0]?.row
}

/**
 * Pushes sent while we were away are gone for good. What is on screen is read again; the rest is dropped, because a later
 * push would make it look fresh. Messages stay: their numbers show what is missing.
 */
export function startAgain(cache: QueryClient) {
  cache.removeQueries({ queryKey: conversationKeys.lists, type: 'inactive' })
  cache.removeQueries({
    queryKey: conversationKeys.ones,
    type: 'inactive',
    predicate: isOne,
  })
  void cache.invalidateQueries({ queryKey: conversationKeys.lists })
  void cache.invalidateQueries({ queryKey: conversationKeys.ones })
}

/** Writes to every cached copy and answers what it was before, so that a refused write can be taken back. */
export function patchRow(
  cache: QueryClient,
  id: string,
  updates: Partial<ConversationRow>,
): ConversationRow | undefined {
  const before = findRow(cache, id)
  if (!before) return undefined

  const patch = (row: ConversationRow) => (row.id === id ? { ...row, ...updates } : row)
  cache.setQueryData<ConversationRow>(conversationKeys.one(id), (row) => row && patch(row))
  cache.setQueriesData<RowPages>({ queryKey: conversationKeys.lists }, (list) => list && mapRows(list, patch))
  return before
}

/** Everything that is shown of somebody, wherever one of their conversations is. */
export function patchCustomer(cache: QueryClient, customer: Customer) {
  const patch = (row: ConversationRow) => (row.customer_id === customer.id ? { ...row, customer } : row)
  for (const [key, row] of cache.getQueriesData<ConversationRow>({ queryKey: conversationKeys.ones, predicate: isOne }))
    if (row?.customer_id === customer.id) cache.setQueryData(key, patch(row))
  cache.setQueriesData<RowPages>({ queryKey: conversationKeys.lists }, (list) => list && mapRows(list, patch))
}

/** They are somebody else's now, with every word that a customer said in them. */
export function handRows(cache: QueryClient, ids: readonly string[], customer: Customer) {
  for (const id of ids) {
    if (!patchRow(cache, id, { customer_id: customer.id, customer })) continue
    cache.setQueriesData<Message[]>({ queryKey: conversationKeys.messages(id) }, (messages) =>
      messages?.map((message) => (message.customer_id ? { ...message, customer_id: customer.id, customer } : message)),
    )
    void cache.invalidateQueries({ queryKey: conversationKeys.one(id) })
  }
}

/** They are gone for good. Whoever has one open is left with what says so, and not with a word of it. */
export function eraseRows(cache: QueryClient, ids: readonly string[]) {
  const isLeft = (row: ConversationRow) => !ids.includes(row.id)
  const keep = (page: RowPage) => ({ ...page, data: page.data.filter(isLeft) })
  cache.setQueriesData<RowPages>(
    { queryKey: conversationKeys.lists },
    (list) => list && { ...list, pages: list.pages.map(keep) },
  )
  for (const id of ids) {
    cache.setQueryData<ConversationRow>(
      conversationKeys.one(id),
      (row) =>
        row && { ...row, archived_at: row.archived_at ?? new Date().toISOString(), customer: null, last_message: null },
    )
    cache.removeQueries({ queryKey: conversationKeys.messages(id) })
  }
}

const isOne = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey.length === conversationKeys.one('').length

/**
 * Puts a conversation into every cached list, in front when something has happened in it. Each list shows only what
 * belongs to it, so none has to be asked; only what a search would find is the server's to say.
 */
export function putRow(cache: QueryClient, changed: ConversationRow) {
  const row = { ...changed, match: null }
  cache.setQueryData<ConversationRow>(conversationKeys.one(row.id), row)
  for (const [key, list] of cache.getQueriesData<RowPages>({ queryKey: conversationKeys.lists })) {
    const searched = key.length > conversationKeys.list('').length
    if (list) cache.setQueryData<RowPages>(key, searched ? mapRows(list, renew(row)) : withRow(list, row))
  }
}

function withRow(list: RowPages, row: ConversationRow): RowPages {
  const [first, ...rest] = list.pages
  const known = list.pages.flatMap((page) => page.data).find((each) => each.id === row.id)
  if (!first || (known && isAsRecent(known, row))) return mapRows(list, renew(row))

  const others = (page: RowPage) => page.data.filter((each) => each.id !== row.id)
  const pages = [{ ...first, data: [row, ...others(first)] }, ...rest.map((page) => ({ ...page, data: others(page) }))]
  return { ...list, pages }
}

/** Times are told to the second, in which much can happen. */
const isAsRecent = (known: ConversationRow, row: ConversationRow) =>
  known.last_activity_at === row.last_activity_at && known.last_message?.seq === row.last_message?.seq

/** Why a search found it belongs to that search. */
const renew = (row: ConversationRow) => (each: ConversationRow) =>
  each.id === row.id ? { ...row, match: each.match ?? null } : each

const mapRows = (list: RowPages, change: (row: ConversationRow) => ConversationRow): RowPages => ({
  ...list,
  pages: list.pages.map((page) => ({ ...page, data: page.data.map(change) })),
})
