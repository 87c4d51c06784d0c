import { ApiError } from '@papercups/client-core'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { logError } from '../lib/log-error.js'
import { meQuery } from '../entities/user/me.js'
import { session } from '../lib/session.js'

export function createQueryClient() {
  const cache = new QueryClient({
    queryCache: new QueryCache({
      onError(error, { queryKey }) {
        logError(`Reading ${queryKey.join('/')} failed`, error)
        if (queryKey[0] !== meQuery.queryKey[0]) askWhoWeAre(cache, error)
      },
    }),
    mutationCache: new MutationCache({
      onError(error) {
        logError('A change was refused', error)
        askWhoWeAre(cache, error)
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // The server may well be on this machine or in this house, with the internet away.
        networkMode: 'always',
        retry: (failures, error) => failures < 2 && (!(error instanceof ApiError) || error.unreachable),
        retryDelay: (attempt) => Math.min(500 * 2 ** attempt, 5_000),
      },
      mutations: { networkMode: 'always' },
    },
  })
  forgetWithSession(cache)
  return cache
}

/** Whoever may no longer do something may have another role by now; then menus and pages follow. */
function askWhoWeAre(cache: QueryClient, error: unknown) {
  if (error instanceof ApiError && error.status === 403) void cache.invalidateQueries(meQuery)
}

/** Whoever signs in next, here or in another tab, finds nothing of the one before. */
function forgetWithSession(cache: QueryClient) {
  let owner: string | null = null
  session.subscribe(() => {
    const state = session.getState()
    if (state.status !== 'signed-in' && state.status !== 'signed-out') return
    const next = state.status === 'signed-in' ? state.id : null
    // Everything on the screen is somebody else's: begin again instead of emptying it piece by piece.
    if (owner && next && owner !== next) window.location.reload()
    if (owner && owner !== next) cache.clear()
    owner = next
  })
}
