import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.js'

/** Of one inbox, or of all. The server sorts by the last change. */
export const forwardingAddressesQuery = (inbox_id: string | undefined) =>
  queryOptions({
    queryKey: ['forwarding_addresses', inbox_id ?? 'all'],
    queryFn: ({ signal }) =>
      api.get('/forwarding_addresses', { signal, query: inbox_id === undefined ? {} : { inbox_id } }),
  })
