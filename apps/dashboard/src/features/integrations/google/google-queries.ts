import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.js'

/** Without an inbox, of the primary one. */
export const supportMailboxQuery = (inbox_id: string | undefined) =>
  queryOptions({
    queryKey: ['google', 'gmail', inbox_id ?? null],
    queryFn: ({ signal }) =>
      api.get('/google/authorization', {
        query: { client: 'gmail', type: 'support', ...(inbox_id && { inbox_id }) },
        signal,
      }),
  })

export const googleSetupQuery = queryOptions({
  queryKey: ['google', 'setup'],
  queryFn: ({ signal }) => api.get('/google/setup', { signal }),
})
