import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.js'

/** The saved replies. The server pushes no changes, so they are refetched after a while. */
export const cannedResponsesQuery = queryOptions({
  queryKey: ['canned-responses'],
  queryFn: ({ signal }) => api.get('/canned_responses', { signal }),
  staleTime: 30_000,
})
