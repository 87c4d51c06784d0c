import type { Inbox } from '@papercups/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { inboxesQuery } from '../../lib/inboxes.js'

/** Below the list's own key, so that whatever changes inboxes refreshes both. */
export const inboxQuery = (id: string) =>
  queryOptions({
    queryKey: [...inboxesQuery.queryKey, id],
    queryFn: ({ signal }) => api.get<Inbox>(`/inboxes/${id}`, { signal }),
  })

/** A chat is connected once somebody has written through it. */
export const chatCountQuery = (inbox_id: string) =>
  queryOptions({
    queryKey: ['conversation-counts', 'chat', inbox_id],
    queryFn: async ({ signal }) => {
      const query = { inbox_id, source: 'chat' }
      return (await api.get<{ count: number }>('/conversations/count', { query, signal })).count
    },
  })
