import type { ConversationPage } from '@papercups/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../../lib/api.js'
import type { Query } from '../../lib/query-string.js'
import { useTopic } from '../../lib/use-topic.js'
import { bucketFilters } from './buckets.js'

/** One question for a burst of pushes. */
const PAUSE = 500

const countsQuery = queryOptions({
  queryKey: ['conversation-counts'],
  queryFn: async ({ signal }) => {
    const [open, unread] = await Promise.all([count(bucketFilters.all, signal), count(bucketFilters.unread, signal)])
    return { open, unread }
  },
})

export const useConversationCounts = () => useQuery(countsQuery).data ?? { open: 0, unread: 0 }

/** Mounted once by the app shell. */
export function useLiveCounts(accountId: string) {
  const cache = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function countAgain() {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void cache.invalidateQueries(countsQuery)
    }, PAUSE)
  }
  useTopic(`notification:${accountId}`, {
    joined: countAgain,
    shout: countAgain,
    'conversation:created': countAgain,
    'conversation:updated': countAgain,
  })
}

async function count(filters: Query, signal: AbortSignal) {
  const query = { ...filters, limit: 1, message_limit: 1 }
  return (await api.getPage<ConversationPage>('/conversations', { query, signal })).total
}
