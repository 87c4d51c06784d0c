import type { User } from '@papercups/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.js'

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => api.get<User>('/profile', { signal }),
})
