import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { conversationKeys } from '../../../entities/conversation/conversations.js'
import { api } from '../../../lib/api.js'
import { refetchWhenIdle } from '../../../lib/refetch-when-idle.js'
import { useTopic } from '../../../lib/use-topic.js'

export const ratingsQuery = (conversationId: string) =>
  queryOptions({
    queryKey: conversationKeys.ratings(conversationId),
    queryFn: ({ signal }) => api.get('/conversations/:id/ratings', { params: { id: conversationId }, signal }),
    staleTime: 60_000,
  })

/** Mounted once by the app shell: keeps the ratings in open conversations current. */
export function useLiveRatings(accountId: string) {
  const cache = useQueryClient()
  useTopic(`notification:${accountId}`, {
    'rating:changed'({ conversation_id }) {
      const queryKey = conversationKeys.ratings(conversation_id)
      refetchWhenIdle(cache, queryKey)
      void cache.invalidateQueries({ queryKey })
    },
  })
}
