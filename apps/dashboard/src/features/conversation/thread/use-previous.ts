import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api } from '../../../lib/api.js'
import { conversationKeys } from '../../../entities/conversation/conversations.js'

/** Shows only the end of an older conversation. */
const MESSAGES = 50

/**
 * Loads earlier conversations of the customer one by one, latest first. It loads one more than it shows, to know whether there is another. `enabled`: the user has scrolled to the start of this conversation.
 */
export function usePrevious(conversationId: string, enabled: boolean) {
  const [wanted, setWanted] = useState(0)
  const { data, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: [...conversationKeys.one(conversationId), 'previous'],
    queryFn: ({ pageParam, signal }) =>
      api.get('/conversations/:id/previous', { params: { id: pageParam }, query: { message_limit: MESSAGES }, signal }),
    initialPageParam: conversationId,
    getNextPageParam: (page) => page?.id,
    enabled,
    staleTime: 60_000,
  })
  const found = useMemo(() => (data?.pages ?? []).filter((page) => page !== null), [data])
  const shown = useMemo(() => found.slice(0, wanted).toReversed(), [found, wanted])

  return {
    /** Oldest first. */
    shown,
    more: found.length > wanted,
    isFetching,
    show() {
      setWanted(wanted + 1)
      if (hasNextPage) void fetchNextPage()
    },
  }
}
