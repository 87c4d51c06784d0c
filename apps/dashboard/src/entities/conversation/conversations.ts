import type { Conversation, ConversationPage, Customer, Message } from '@papercups/contract'
import { queryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'

/** A conversation as lists and headers need it. Its messages have their own cache entry. */
export type ConversationRow = Omit<Conversation, 'messages'> & { last_message: Message | null }
export type RowPage = Omit<ConversationPage, 'data'> & { data: ConversationRow[] }
export type RowPages = InfiniteData<RowPage, string | null>

export const conversationKeys = {
  lists: ['conversation-lists'] as const,
  list: (name: string) => ['conversation-lists', name] as const,
  /** The results of a search in that list. */
  search: (name: string, q: string) => ['conversation-lists', name, q] as const,
  ones: ['conversations'] as const,
  one: (id: string) => ['conversations', id] as const,
  messages: (id: string) => ['conversations', id, 'messages'] as const,
  emails: (id: string) => ['conversations', id, 'emails'] as const,
  ratings: (id: string) => ['conversations', id, 'ratings'] as const,
  service_deliveries: (id: string) => ['conversations', id, 'service_deliveries'] as const,
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

/** The path of a conversation in the dashboard. */
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
 * Pushes sent while we were disconnected are lost. Queries on the screen are fetched again. The others are removed, because a later push would make them look fresh. Messages stay, because gaps in their numbers show what is missing.
 */
export function refreshConversations(cache: QueryClient) {
  cache.removeQueries({ queryKey: conversationKeys.lists, type: 'inactive' })
  cache.removeQueries({
    queryKey: conversationKeys.ones,
    type: 'inactive',
    predicate: isOne,
  })
  void cache.invalidateQueries({ queryKey: conversationKeys.lists })
  void cache.invalidateQueries({ queryKey: conversationKeys.ones })
}

/** Updates every cached copy. Returns the row from before, so that a rejected change can be reverted. */
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

/** Updates the customer in all cached conversations. */
export function patchCustomer(cache: QueryClient, customer: Customer) {
  const patch = (row: ConversationRow) => (row.customer_id === customer.id ? { ...row, customer } : row)
  for (const [key, row] of cache.getQueriesData<ConversationRow>({ queryKey: conversationKeys.ones, predicate: isOne }))
    if (row?.customer_id === customer.id) cache.setQueryData(key, patch(row))
  cache.setQueriesData<RowPages>({ queryKey: conversationKeys.lists }, (list) => list && mapRows(list, patch))
}

/** Gives these conversations, with their customer messages, to another customer. */
export function reassignRows(cache: QueryClient, ids: readonly string[], customer: Customer) {
  for (const id of ids) {
    if (!patchRow(cache, id, { customer_id: customer.id, customer })) continue
    cache.setQueriesData<Message[]>({ queryKey: conversationKeys.messages(id) }, (messages) =>
      messages?.map((message) => (message.customer_id ? { ...message, customer_id: customer.id, customer } : message)),
    )
    void cache.invalidateQueries({ queryKey: conversationKeys.one(id) })
  }
}

/** Removes erased conversations from the cache. An open one shows that it was deleted, without its messages. */
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
 * Puts a conversation into every cached list, in front when it has new activity. The lists filter their rows themselves, so it may be added to all. Search results are only updated, never added: the server decides what a search finds.
 */
export function putRow(cache: QueryClient, changed: ConversationRow) {
  const row = { ...changed, match: null }
  cache.setQueryData<ConversationRow>(conversationKeys.one(row.id), row)
  for (const [key, list] of cache.getQueriesData<RowPages>({ queryKey: conversationKeys.lists })) {
    const searched = key.length > conversationKeys.list('').length
    if (list) cache.setQueryData<RowPages>(key, searched ? mapRows(list, replaceRow(row)) : withRow(list, row))
  }
}

function withRow(list: RowPages, row: ConversationRow): RowPages {
  const [first, ...rest] = list.pages
  const known = list.pages.flatMap((page) => page.data).find((each) => each.id === row.id)
  if (!first || (known && isAsRecent(known, row))) return mapRows(list, replaceRow(row))

  const others = (page: RowPage) => page.data.filter((each) => each.id !== row.id)
  const pages = [{ ...first, data: [row, ...others(first)] }, ...rest.map((page) => ({ ...page, data: others(page) }))]
  return { ...list, pages }
}

/** Times have a precision of one second, so the last message decides within it. */
const isAsRecent = (known: ConversationRow, row: ConversationRow) =>
  known.last_activity_at === row.last_activity_at && known.last_message?.seq === row.last_message?.seq

/** Keeps the match of the search that found the row. */
const replaceRow = (row: ConversationRow) => (each: ConversationRow) =>
  each.id === row.id ? { ...row, match: each.match ?? null } : each

const mapRows = (list: RowPages, change: (row: ConversationRow) => ConversationRow): RowPages => ({
  ...list,
  pages: list.pages.map((page) => ({ ...page, data: page.data.map(change) })),
})
