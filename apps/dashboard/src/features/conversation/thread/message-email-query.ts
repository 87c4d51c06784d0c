import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.js'

/** The mail that a message came from, and the mails that were sent with it. */
export const messageEmailQuery = (message_id: string) =>
  queryOptions({
    queryKey: ['messages', message_id, 'email'],
    queryFn: ({ signal }) => api.get('/messages/:id/email', { params: { id: message_id }, signal }),
  })
