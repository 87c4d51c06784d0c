import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { logError } from '../../lib/log-error.js'
import type { Filters } from './report-filters.js'
import { queryOf, type ReportRange } from './report-range.js'

export const reportQuery = (range: ReportRange, filters: Filters) =>
  queryOptions({
    queryKey: ['reporting', range, filters],
    queryFn: async ({ signal }) => {
      try {
        return await api.get('/reporting', { query: { ...queryOf(range), ...filters }, signal })
      } catch (error) {
        if (!signal.aborted) logError('Failed to load the report', error)
        throw error
      }
    },
  })
