import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.js'

export const inboxesQuery = queryOptions({
  queryKey: ['inboxes'],
  queryFn: ({ signal }) => api.get('/inboxes', { signal }),
})
