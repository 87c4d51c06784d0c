import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.js'

export const cannedResponsesQuery = queryOptions({
  queryKey: ['canned-responses'],
  queryFn: ({ signal }) => api.get('/canned_responses', { signal }),
})
