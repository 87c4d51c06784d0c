import { ApiError } from '@papercups/client-core'
import { MutationCache, QueryCache, type QueryClient } from '@tanstack/react-query'
import { CarefulQueryClient } from '../lib/careful-query-client.js'
import { logError } from '../lib/log-error.js'
import { meQuery } from '../entities/user/me.js'
import { session } from '../lib/session.js'

export function createQueryClient() {
  const cache = new CarefulQueryClient({
    queryCache: new QueryCache({
      onError(error, { queryKey }) {
        logError(`Reading ${queryKey.join('/')} failed`, error)
        if (queryKey[0] !== meQuery.queryKey[0]) refreshMe(cache, error)
      },
    }),
    mutationCache: new MutationCache({
      onError(error) {
        logError('A change was refused', error)
        refreshMe(cache, error)
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // The server may be on this machine or in the local network, so it can be reachable without internet.
        networkMode: 'always',
        retry: (failures, error) => failures < 2 && (!(error instanceof ApiError) || error.unreachable),
        retryDelay: (attempt) => Math.min(500 * 2 ** attempt, 5_000),
      },
      mutations: { networkMode: 'always' },
    },
  })
  clearWithSession(cache)
  return cache
}

/** A 403 may mean that the user's role has changed. Menus and pages follow the refreshed role. */
function refreshMe(cache: QueryClient, error: unknown) {
  if (error instanceof ApiError && error.status === 403) void cache.invalidateQueries(meQuery)
}

/** The next user who signs in, here or in another tab, must not see data of the previous one. */
function clearWithSession(cache: QueryClient) {
  let owner: string | null = null
  session.subscribe(() => {
    const state = session.getState()
    if (state.status !== 'signed-in' && state.status !== 'signed-out') return
    const next = state.status === 'signed-in' ? state.id : null
    // Everything on the screen belongs to another user, so reload the whole page.
    if (owner && next && owner !== next) window.location.reload()
    if (owner && owner !== next) cache.clear()
    owner = next
  })
}
