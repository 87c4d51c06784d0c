import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.js'

export const tagsQuery = queryOptions({
  queryKey: ['tags'],
  queryFn: ({ signal }) => api.get('/tags', { signal }),
})
