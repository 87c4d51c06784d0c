import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.js'

export const segmentsQuery = queryOptions({
  queryKey: ['segments'],
  queryFn: ({ signal }) => api.get('/segments', { signal }),
})
