import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.js'

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => api.get('/profile', { signal }),
})
