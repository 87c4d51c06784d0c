import type { QueryClient, QueryKey } from '@tanstack/react-query'

const waiting = new Set<string>()

/**
 * A push that arrives while a list is on its way may be newer than that list, which would then overwrite it.
 * So the list is asked for once more as soon as it has landed; cancelling it instead could starve it for ever.
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
