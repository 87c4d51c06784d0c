import type { Message } from '@papercups/contract'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { conversationKeys } from '../../lib/conversations.js'
import type { Query } from '../../lib/query-string.js'
import { lastSeq, mergeMessages } from './merge-messages.js'

const FIRST_PAGE = 50
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
          ? await fetchMessages(conversationId, { limit: FIRST_PAGE }, signal)
          : await fetchAfter(conversationId, Math.max(0, lastSeq(known()) - OVERLAP), signal)
      // Asked for again: a push may have written to the cache while we waited.
      return mergeMessages(known(), came)
    },
    staleTime: Infinity,
  })

/** Puts the page before the first known message in front of it. */
export async function loadEarlier(cache: QueryClient, conversationId: string) {
  const key = conversationKeys.messages(conversationId)
  const before = cache.getQueryData<Message[]>(key)?.[0]?.seq
  if (!before) return
  const earlier = await fetchMessages(conversationId, { before, limit: FIRST_PAGE })
  cache.setQueryData<Message[]>(key, (messages) => messages && mergeMessages(messages, earlier))
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
  api.get<Message[]>(`/conversations/${conversationId}/messages`, { query, ...(signal && { signal }) })
