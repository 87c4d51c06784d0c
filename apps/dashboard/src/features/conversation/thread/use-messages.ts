import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { hasEarlier } from './message-order.js'
import { loadEarlier, loadLater, messagesQuery, messagesAroundQuery } from './messages-query.js'

/** The newest messages, or those around a search result until loading has joined the two. */
export function useMessages(conversationId: string, at: number | null) {
  const cache = useQueryClient()
  const newest = useQuery(messagesQuery(conversationId))
  const first = newest.data?.[0]?.seq ?? 1
  const apart = newest.isSuccess && at !== null && at < first
  const around = useQuery({ ...messagesAroundQuery(conversationId, at ?? 0), enabled: apart })

  const shown = apart ? around : newest
  const key = apart ? messagesAroundQuery(conversationId, at).queryKey : messagesQuery(conversationId).queryKey
  const earlier = useMutation({ mutationFn: () => loadEarlier(cache, conversationId, key) })
  const later = useMutation({ mutationFn: () => loadLater(cache, conversationId, key) })

  return {
    messages: shown.data,
    /** New messages arrive here while the user reads further up. */
    newest: newest.data,
    error: shown.error,
    refetch: shown.refetch,
    earlier: { ...earlier, exists: hasEarlier(shown.data ?? []) },
    later: { ...later, exists: apart },
  }
}
