import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'

const sessionsKey = ['browser-sessions'] as const

const LISTED = 100

/** New visitors appear at once, by their presence. This is for recordings that end and grow. */
export const REFETCH_MS = 30_000

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

/** The session. Until it has loaded, as the list of sessions showed it, so that the visitor's page is asked for at once. */
export function useSessionQuery(id: string) {
  const cache = useQueryClient()
  return useQuery({
    ...sessionQuery(id),
    refetchOnMount: 'always',
    refetchInterval: REFETCH_MS,
    placeholderData() {
      const listed = cache.getQueryData(recentSessionsQuery.queryKey)?.find((session) => session.id === id)
      return listed && { ...listed, browser_replay_events: [] }
    },
  })
}

export const customerSessionsQuery = (customer_id: string, limit: number, active?: boolean) =>
  queryOptions({
    queryKey: [...sessionsKey, 'of-customer', customer_id, limit, active],
    queryFn: ({ signal }) => api.get('/browser_sessions', { query: { customer_id, active, limit }, signal }),
  })

export const recordingQuery = (session_id: string) =>
  queryOptions({
    queryKey: [...sessionsKey, 'recording', session_id],
    queryFn: ({ signal }) => api.get('/browser_sessions/:id/recording', { params: { id: session_id }, signal }),
    // The timeline must not change while it plays.
    staleTime: Infinity,
    gcTime: 0,
  })

/** A minute is enough to jump back and forth. Chunks are large. */
const CHUNK_KEPT_MS = 60_000

export const chunkQuery = (id: string, chunk_id: string) =>
  queryOptions({
    queryKey: [...sessionsKey, 'chunk', id, chunk_id],
    async queryFn({ signal }): Promise<unknown[]> {
      const params = { id, chunk_id }
      const events = await api.getPage('/browser_sessions/:id/recording/chunks/:chunk_id', { params, signal })
      return Array.isArray(events) ? (events as unknown[]) : []
    },
    staleTime: Infinity,
    gcTime: CHUNK_KEPT_MS,
  })
