import type { BucketCounts } from '@papercups/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.js'
import { coalesce } from '../../lib/coalesce.js'
import { countConversations } from '../../entities/conversation/count-conversations.js'
import { useTopic } from '../../lib/use-topic.js'
import { bucketFilters } from './buckets.js'

/** A burst of pushes causes one request per this many milliseconds. */
const PAUSE = 1_000

const COUNTS = ['conversation-counts'] as const

const countsQuery = queryOptions({
  queryKey: [...COUNTS, 'unread'],
  queryFn: async ({ signal }) => {
    const [unread, open] = await Promise.all([
      api.get('/conversations/unread', { signal }),
      countConversations(bucketFilters.all, signal),
    ])
    return { open, buckets: unread.conversations, inboxes: unread.inboxes }
  },
})

/** Whether the account, or one inbox, ever had a conversation. Deleted ones count. */
export const everWrittenToQuery = (inbox_id: string | undefined) =>
  queryOptions({
    queryKey: [...COUNTS, 'ever', inbox_id ?? null],
    // One after the other: parallel requests could both miss a conversation that is being deleted.
    queryFn: async ({ signal }) =>
      (await countConversations({ inbox_id }, signal)) > 0 ||
      (await countConversations({ inbox_id, archived: true }, signal)) > 0,
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

/** `open` counts open conversations; the other numbers count unread ones. */
export const useConversationCounts = () => useQuery(countsQuery).data ?? unknown

/** Mounted once by the app shell. */
export function useLiveCounts(accountId: string) {
  const cache = useQueryClient()
  const [countAgain] = useState(() => coalesce(() => cache.invalidateQueries({ queryKey: COUNTS }), PAUSE))
  useTopic(`notification:${accountId}`, {
    joined: countAgain,
    shout: countAgain,
    'conversation:created': countAgain,
    'intercom_import:changed': countAgain,
    'conversation:updated': countAgain,
    'mention:created': countAgain,
  })
}
