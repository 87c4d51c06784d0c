import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.js'

export const twilioQuery = (inbox_id: string | undefined) =>
  queryOptions({
    queryKey: ['twilio', 'authorization', inbox_id ?? null],
    queryFn: ({ signal }) => api.get('/twilio/authorization', { query: inbox_id ? { inbox_id } : {}, signal }),
  })
