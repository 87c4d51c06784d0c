import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api } from '../../../lib/api.js'
import { conversationKeys } from '../../../entities/conversation/conversations.js'

/** Of an older conversation its end is shown; it can be opened to read all of it. */
const MESSAGES = 50

/**
 * What else the customer wrote, one conversation at a time, the latest first. One more than is shown has been asked for, to
 * know whether there is any. `enabled`: somebody has read up to where this conversation begins.
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
    /** The oldest first, as they are read. */
    shown,
    more: found.length > wanted,
    isFetching,
    show() {
      setWanted(wanted + 1)
      if (hasNextPage) void fetchNextPage()
    },
  }
}
