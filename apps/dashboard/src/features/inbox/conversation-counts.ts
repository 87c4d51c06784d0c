import type { BucketCounts, UnreadCounts } from '@papercups/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.js'
import { coalesce } from '../../lib/coalesce.js'
import { useTopic } from '../../lib/use-topic.js'
import { bucketFilters } from './buckets.js'

/** One question for a burst of pushes: a busy account does not ask more often than this. */
const PAUSE = 1_000

const COUNTS = ['conversation-counts'] as const

const countsQuery = queryOptions({
  queryKey: [...COUNTS, 'unread'],
  queryFn: async ({ signal }) => {
    const [unread, { count: open }] = await Promise.all([
      api.get<UnreadCounts>('/conversations/unread', { signal }),
      api.get<{ count: number }>('/conversations/count', { query: bucketFilters.all, signal }),
    ])
    return { open, buckets: unread.conversations, inboxes: unread.inboxes }
  },
})

/** How many conversations there have ever been, in the account or in one of its inboxes. */
export const totalQuery = (inbox_id: string | undefined) =>
  queryOptions({
    queryKey: [...COUNTS, 'total', inbox_id ?? null],
    queryFn: async ({ signal }) =>
      (await api.get<{ count: number }>('/conversations/count', { query: { inbox_id }, signal })).count,
  })

const none: BucketCounts = {
  open: 0,
  assigned: 0,
  priority: 0,
  unread: 0,
  unassigned: 0,
  closed: 0,
  mentioned: 0,
  snoozed: 0,
}
const unknown: { open: number; buckets: BucketCounts; inboxes: Record<string, number> } = {
  open: 0,
  buckets: none,
  inboxes: {},
}

/** `open` is how many are open, the rest how many of them wait to be read. */
export const useConversationCounts = () => useQuery(countsQuery).data ?? unknown

/** Mounted once by the app shell. */
export function useLiveCounts(accountId: string) {
  const cache = useQueryClient()
  const [countAgain] = useState(() => coalesce(() => cache.invalidateQueries({ queryKey: COUNTS }), PAUSE))
  useTopic(`notification:${accountId}`, {
    joined: countAgain,
    shout: countAgain,
    'conversation:created': countAgain,
    'conversation:updated': countAgain,
    'mention:created': countAgain,
  })
}
