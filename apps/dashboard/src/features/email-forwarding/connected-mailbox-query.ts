import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.js'

/** The server pushes no states, so an open page asks for them. */
const REFRESH_MS = 3_000

/** Null: no mailbox is connected. */
export const connectedMailboxQuery = (inbox_id: string) =>
  queryOptions({
    queryKey: ['connected_mailbox', inbox_id],
    queryFn: ({ signal }) => api.get('/inboxes/:id/connected_mailbox', { params: { id: inbox_id }, signal }),
    refetchInterval: ({ state }) => state.status !== 'error' && REFRESH_MS,
  })
