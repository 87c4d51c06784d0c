import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.js'

/** The server pushes no states, so an open page asks for them. */
const REFRESH_MS = 5_000

/** The connections to outside services of the account, newest first. */
export const connectedServicesQuery = queryOptions({
  queryKey: ['connected_services'],
  queryFn: ({ signal }) => api.get('/connected_services', { signal }),
  refetchInterval: ({ state }) => state.status !== 'error' && REFRESH_MS,
})
