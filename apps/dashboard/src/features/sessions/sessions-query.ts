import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.js'

const sessionsKey = ['browser-sessions'] as const

const LISTED = 100

/** The sessions with the newest activity. */
export const recentSessionsQuery = queryOptions({
  queryKey: [...sessionsKey, 'recent'],
  queryFn: ({ signal }) => api.get('/browser_sessions', { query: { limit: LISTED }, signal }),
})

export const sessionsByIdQuery = (ids: string[]) =>
  queryOptions({
    queryKey: [...sessionsKey, 'by-id', ids],
    queryFn: ({ signal }) => api.get('/browser_sessions', { query: { ids, limit: LISTED }, signal }),
    enabled: ids.length > 0,
  })

export const sessionCountQuery = queryOptions({
  queryKey: [...sessionsKey, 'count'],
  queryFn: async ({ signal }) => (await api.get('/browser_sessions/count', { signal })).count,
})

export const sessionQuery = (id: string) =>
  queryOptions({
    queryKey: [...sessionsKey, 'one', id],
    queryFn: ({ signal }) => api.get('/browser_sessions/:id', { params: { id }, signal }),
  })

export const customerSessionsQuery = (customer_id: string, limit: number, active?: boolean) =>
  queryOptions({
    queryKey: [...sessionsKey, 'of-customer', customer_id, limit, active],
    queryFn: ({ signal }) => api.get('/browser_sessions', { query: { customer_id, active, limit }, signal }),
  })
