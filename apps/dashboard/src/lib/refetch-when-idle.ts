import type { QueryClient, QueryKey } from '@tanstack/react-query'

const waiting = new Set<string>()

/**
 * A push that arrives during a fetch may be newer than the fetched list, which would overwrite it. So the list is fetched once more afterwards. Cancelling the fetch instead could delay the list forever.
 */
export function refetchWhenIdle(cache: QueryClient, queryKey: QueryKey) {
  const name = JSON.stringify(queryKey)
  if (waiting.has(name) || cache.isFetching({ queryKey }) === 0) return

  waiting.add(name)
  const stop = cache.getQueryCache().subscribe(() => {
    if (cache.isFetching({ queryKey }) > 0) return
    stop()
    waiting.delete(name)
    void cache.invalidateQueries({ queryKey })
  })
}
