import { QueryClient, type RefetchOptions, type RefetchQueryFilters } from '@tanstack/react-query'

/**
 * Many events of the socket refetch queries. A query that has failed gets one request then, without retries: a broken
 * server would otherwise get three for each event.
 */
export class CarefulQueryClient extends QueryClient {
  override refetchQueries(filters?: RefetchQueryFilters, options?: RefetchOptions) {
    for (const query of this.getQueryCache().findAll(filters))
      // The page sets its own options again when it next renders.
      if (query.state.status === 'error') query.setOptions({ ...query.options, retry: false })
    return super.refetchQueries(filters, options)
  }
}
