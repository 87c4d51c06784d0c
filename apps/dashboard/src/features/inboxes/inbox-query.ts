import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { countConversations } from '../../entities/conversation/count-conversations.js'
import { inboxesQuery } from '../../entities/inbox/inboxes.js'

/** Below the key of the list, so that both are refetched together. */
export const inboxQuery = (id: string) =>
  queryOptions({
    queryKey: [...inboxesQuery.queryKey, id],
    queryFn: ({ signal }) => api.get('/inboxes/:id', { params: { id }, signal }),
  })

/** A chat counts as connected when it has a conversation. */
export const chatCountQuery = (inbox_id: string) =>
  queryOptions({
    queryKey: ['conversation-counts', 'chat', inbox_id],
    queryFn: ({ signal }) => countConversations({ inbox_id, source: 'chat' }, signal),
  })

/** Email forwarding counts as connected when the inbox has an address. */
export const addressCountQuery = (inbox_id: string) =>
  queryOptions({
    queryKey: ['forwarding_addresses', 'count', inbox_id],
    queryFn: async ({ signal }) => (await api.get('/forwarding_addresses', { query: { inbox_id }, signal })).length,
  })
