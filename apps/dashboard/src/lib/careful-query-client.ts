import { QueryClient, type Query, type RefetchOptions, type RefetchQueryFilters } from '@tanstack/react-query'

/**
 * Many events of the socket refetch queries.
 *
 * A query that has failed gets one request then, without retries: a broken server would otherwise get three for each event.
 *
 * A first fetch that is under way is followed by another one, because its answer may be older than the event. The cache itself
 * would only wait for the first.
 */
export class CarefulQueryClient extends QueryClient {
  readonly #waiting = new Set<Query>()

  override refetchQueries(filters?: RefetchQueryFilters, options?: RefetchOptions) {
    for (const query of this.getQueryCache().findAll(filters)) {
      const { status, fetchStatus } = query.state
      // The page sets its own options again when it next renders.
      if (status === 'error') query.setOptions({ ...query.options, retry: false })
      if (status === 'pending' && fetchStatus !== 'idle') this.#refetchAfterwards(query)
    }
    return super.refetchQueries(filters, options)
  }

  #refetchAfterwards(query: Query) {
    if (this.#waiting.has(query)) return
    this.#waiting.add(query)
    const stop = this.getQueryCache().subscribe(({ type, query: changed }) => {
      if (changed !== query || (type !== 'removed' && query.state.fetchStatus !== 'idle')) return
      stop()
      this.#waiting.delete(query)
      if (type !== 'removed') void this.invalidateQueries({ queryKey: query.queryKey, exact: true })
    })
  }
}
