import type { TimelineKind } from '@papercups/contract'
import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.js'
import { coalesce } from '../../lib/coalesce.js'
import { customerKeys } from '../../entities/customer/customers.js'
import { useMe } from '../../entities/user/me.js'
import { useTopic } from '../../lib/use-topic.js'

const PAGE_SIZE = 30
const PAUSE = 1_000

/** Below the key of the customer, so that it is refetched with them. */
const timelineKey = (customer_id: string) => [...customerKeys.one(customer_id), 'timeline'] as const

/** Entries of one kind, or of all, newest first. */
export const timelineQuery = (customer_id: string, kind: TimelineKind | null) =>
  infiniteQueryOptions({
    queryKey: [...timelineKey(customer_id), kind],
    queryFn: ({ pageParam, signal }) => {
      const query = { kinds: kind ? [kind] : undefined, before: pageParam ?? undefined, limit: PAGE_SIZE }
      return api.getPage('/customers/:id/timeline', { params: { id: customer_id }, query, signal })
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  })

/** Refetches the open timeline after pushes about the customer. */
export function useLiveTimeline(customer_id: string) {
  const cache = useQueryClient()
  const queryKey = timelineKey(customer_id)
  const [readAgain] = useState(() => coalesce(() => cache.invalidateQueries({ queryKey }), PAUSE))
  const shows = (conversation_id: string) =>
    cache.getQueriesData({ queryKey }).some(([, data]) => JSON.stringify(data ?? null).includes(conversation_id))
  useTopic(`notification:${useMe().account_id}`, {
    joined: readAgain,
    shout: (message) => {
      // The timeline that is being fetched may show the conversation, without this message.
      const may_show = cache.isFetching({ queryKey }) > 0 || shows(message.conversation_id)
      if (message.customer_id === customer_id || may_show) readAgain()
    },
    // The push does not name its customer.
    'conversation:created': readAgain,
    'conversation:updated': ({ updates }) => {
      if (updates.customer_id === customer_id) readAgain()
    },
    'note:changed': (note) => {
      if (note.customer_id === customer_id) readAgain()
    },
    'issue:changed': readAgain,
    'customer:updated': ({ id }) => {
      if (id === customer_id) readAgain()
    },
  })
}
