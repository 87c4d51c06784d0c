import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { countConversations } from '../../entities/conversation/count-conversations.js'
import { inboxesQuery } from '../../entities/inbox/inboxes.js'

/** Below the list's own key, so that whatever changes inboxes refreshes both. */
export const inboxQuery = (id: string) =>
  queryOptions({
    queryKey: [...inboxesQuery.queryKey, id],
    queryFn: ({ signal }) => api.get('/inboxes/:id', { params: { id }, signal }),
  })

/** A chat is connected once somebody has written through it. */
export const chatCountQuery = (inbox_id: string) =>
  queryOptions({
    queryKey: ['conversation-counts', 'chat', inbox_id],
    queryFn: ({ signal }) => countConversations({ inbox_id, source: 'chat' }, signal),
  })
