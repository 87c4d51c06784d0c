import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { hasEarlier } from './message-order.js'
import { loadEarlier, loadLater, messagesQuery, stretchQuery } from './messages-query.js'

/** The newest messages; or, for a place far above them, the stretch around it until reading on has joined the two. */
export function useMessages(conversationId: string, at: number | null) {
  const cache = useQueryClient()
  const newest = useQuery(messagesQuery(conversationId))
  const first = newest.data?.[0]?.seq ?? 1
  const apart = newest.isSuccess && at !== null && at < first
  const stretch = useQuery({ ...stretchQuery(conversationId, at ?? 0), enabled: apart })

  const shown = apart ? stretch : newest
  const key = apart ? stretchQuery(conversationId, at).queryKey : messagesQuery(conversationId).queryKey
  const earlier = useMutation({ mutationFn: () => loadEarlier(cache, conversationId, key) })
  const later = useMutation({ mutationFn: () => loadLater(cache, conversationId, key) })

  return {
    messages: shown.data,
    /** What comes while somebody reads further up. */
    newest: newest.data,
    error: shown.error,
    refetch: shown.refetch,
    earlier: { ...earlier, exists: hasEarlier(shown.data ?? []) },
    later: { ...later, exists: apart },
  }
}
