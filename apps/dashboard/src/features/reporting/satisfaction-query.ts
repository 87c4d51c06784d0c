import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { LARGEST_PAGE, readAllPages } from './read-all-pages.js'
import type { Filters } from './report-filters.js'
import { queryOf, type ReportRange } from './report-range.js'

export const satisfactionQuery = (range: ReportRange, filters: Filters) =>
  queryOptions({
    queryKey: ['reporting', 'satisfaction', range, filters],
    queryFn: ({ signal }) => api.get('/reporting/satisfaction', { query: { ...queryOf(range), ...filters }, signal }),
  })

/** What a number of the ratings counts. */
export interface Rated {
  range: ReportRange
  filters: Filters
  score?: number
  user_id?: number
  rated?: boolean
  commented?: boolean
}

export const ratingsQuery = ({ range, filters, ...about }: Rated) =>
  infiniteQueryOptions({
    queryKey: ['reporting', 'ratings', range, filters, about],
    queryFn: ({ pageParam: after, signal }) =>
      api.getPage('/reporting/ratings', {
        query: { ...queryOf(range), ...filters, ...about, after: after ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

/** All ratings behind a number, for a file. */
export function readAllRatings({ range, filters, ...about }: Rated) {
  const query = { ...queryOf(range), ...filters, ...about, limit: LARGEST_PAGE }
  return readAllPages((after) => api.getPage('/reporting/ratings', { query: { ...query, after } }))
}
