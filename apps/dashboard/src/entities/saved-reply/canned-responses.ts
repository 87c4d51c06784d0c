import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.js'

/** The saved replies. Nothing is pushed when one changes, so they are asked for again after a while. */
export const cannedResponsesQuery = queryOptions({
  queryKey: ['canned-responses'],
  queryFn: ({ signal }) => api.get('/canned_responses', { signal }),
  staleTime: 30_000,
})
