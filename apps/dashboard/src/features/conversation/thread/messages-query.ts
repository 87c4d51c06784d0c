import { mergeMessages } from '@papercups/client-core'
import type { Message } from '@papercups/contract'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api.js'
import { conversationKeys } from '../../../entities/conversation/conversations.js'
import type { Query } from '../../../lib/query-string.js'
import { lastSeq } from './message-order.js'

const PAGE = 50
const LARGEST_PAGE = 500
/** Read again on each catch-up: the newest messages are the ones whose state (seen) still changes. */
const OVERLAP = 50

/** The first time it reads the newest page; from then on only what came after. Pushes keep it current in between. */
export const messagesQuery = (conversationId: string) =>
  queryOptions({
    queryKey: conversationKeys.messages(conversationId),
    queryFn: async ({ client, signal }): Promise<Message[]> => {
      const known = () => client.getQueryData<Message[]>(conversationKeys.messages(conversationId)) ?? []
      const came =
        known().length === 0
          ? await fetchMessages(conversationId, { limit: PAGE }, signal)
          : await fetchAfter(conversationId, Math.max(0, lastSeq(known()) - OVERLAP), signal)
      // Asked for again: a push may have written to the cache while we waited.
      return mergeMessages(known(), came)
    },
    staleTime: Infinity,
  })

/** A stretch of a long conversation, far above the newest page: what a search led to. */
export const stretchQuery = (conversationId: string, seq: number) =>
  queryOptions({
    queryKey: [...conversationKeys.messages(conversationId), seq] as const,
    // Pages that were added to it are not read again: nothing comes to the middle of a conversation.
    queryFn: ({ client, queryKey, signal }): Message[] | Promise<Message[]> =>
      client.getQueryData<Message[]>(queryKey) ??
      fetchMessages(conversationId, { before: seq + PAGE / 2, limit: PAGE }, signal),
    staleTime: Infinity,
  })

/** Puts the page before the first known message in front of it. */
export async function loadEarlier(cache: QueryClient, conversationId: string, key: readonly unknown[]) {
  const before = cache.getQueryData<Message[]>(key)?.[0]?.seq
  if (!before) return
  const earlier = await fetchMessages(conversationId, { before, limit: PAGE })
  cache.setQueryData<Message[]>(key, (messages) => messages && mergeMessages(messages, earlier))
}

/** Adds the next page to a stretch. Where that reaches the newest page, the two become one. */
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
