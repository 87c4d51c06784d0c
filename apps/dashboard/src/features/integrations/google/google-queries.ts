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

export const sheetsConnectionQuery = queryOptions({
  queryKey: ['google', 'sheets', 'authorization'],
  queryFn: ({ signal }) => api.get('/google/authorization', { query: { client: 'sheets' }, signal }),
})

/** The server pushes no counts, so an open page asks for them. */
export const sheetsQuery = queryOptions({
  queryKey: ['google', 'sheets', 'settings'],
  queryFn: ({ signal }) => api.get('/google/sheets', { signal }),
  refetchInterval: 3_000,
})

export const googleSetupQuery = queryOptions({
  queryKey: ['google', 'setup'],
  queryFn: ({ signal }) => api.get('/google/setup', { signal }),
})
