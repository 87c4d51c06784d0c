import { mergeMessages } from '@papercups/client-core'
import type { Message } from '@papercups/contract'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api.js'
import { conversationKeys } from '../../../entities/conversation/conversations.js'
import type { Query } from '../../../lib/query-string.js'
import { lastSeq } from './message-order.js'

const PAGE = 50
const LARGEST_PAGE = 500
/** Each catch-up refetches this many known messages, because their receipts may have changed. */
const OVERLAP = 50

/** Fetches the newest page first, and later only newer messages. Pushes keep it current in between. */
export const messagesQuery = (conversationId: string) =>
  queryOptions({
    queryKey: conversationKeys.messages(conversationId),
    queryFn: async ({ client, signal }): Promise<Message[]> => {
      const known = () => client.getQueryData<Message[]>(conversationKeys.messages(conversationId)) ?? []
      const came =
        known().length === 0
          ? await fetchMessages(conversationId, { limit: PAGE }, signal)
          : await fetchAfter(conversationId, Math.max(0, lastSeq(known()) - OVERLAP), signal)
      // Read the cache again: a push may have changed it while we waited.
      return mergeMessages(known(), came)
    },
    staleTime: Infinity,
  })

/** The messages around a search result, far above the newest page. */
export const messagesAroundQuery = (conversationId: string, seq: number) =>
  queryOptions({
    queryKey: [...conversationKeys.messages(conversationId), seq] as const,
    // Loaded pages are not refetched: no messages are added to the middle of a conversation.
    queryFn: ({ client, queryKey, signal }): Message[] | Promise<Message[]> =>
      client.getQueryData<Message[]>(queryKey) ??
      fetchMessages(conversationId, { before: seq + PAGE / 2, limit: PAGE }, signal),
    staleTime: Infinity,
  })

/** Loads the page before the first known message. */
export async function loadEarlier(cache: QueryClient, conversationId: string, key: readonly unknown[]) {
  const before = cache.getQueryData<Message[]>(key)?.[0]?.seq
  if (!before) return
  const earlier = await fetchMessages(conversationId, { before, limit: PAGE })
  cache.setQueryData<Message[]>(key, (messages) => messages && mergeMessages(messages, earlier))
}

/** Loads the next page after a search result. When it reaches the newest page, the two are merged. */
export async function loadLater(cache: QueryClient, conversationId: string, key: readonly unknown[]) {
  const stretch = cache.getQueryData<Message[]>(key) ?? []
  const grown = mergeMessages(stretch, await fetchMessages(conversationId, { after: lastSeq(stretch), limit: PAGE }))
  cache.setQueryData(key, grown)
  cache.setQueryData<Message[]>(conversationKeys.messages(conversationId), (newest) =>
    newest && (newest[0]?.seq ?? Infinity) <= lastSeq(grown) + 1 ? mergeMessages(newest, grown) : newest,
  )
}

async function fetchAfter(conversationId: string, seq: number, signal: AbortSignal) {
  const came: Message[] = []
  for (let after = seq; ; after = lastSeq(came)) {
    const page = await fetchMessages(conversationId, { after, limit: LARGEST_PAGE }, signal)
    came.push(...page)
    if (page.length < LARGEST_PAGE) return came
  }
}

const fetchMessages = (conversationId: string, query: Query, signal?: AbortSignal) =>
  api.get('/conversations/:id/messages', { params: { id: conversationId }, query, ...(signal && { signal }) })
