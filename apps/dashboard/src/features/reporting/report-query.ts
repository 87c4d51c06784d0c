import type { ReportClock } from '@papercups/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { logError } from '../../lib/log-error.js'
import type { Filters } from './report-filters.js'
import { queryOf, type ReportRange } from './report-range.js'

export const reportQuery = (range: ReportRange, filters: Filters) =>
  queryOptions({
    queryKey: ['reporting', range, filters],
    queryFn: ({ signal }) =>
      logged(signal, api.get('/reporting', { query: { ...queryOf(range), ...filters }, signal })),
  })

export const timesQuery = (range: ReportRange, filters: Filters, clock: ReportClock) =>
  queryOptions({
    queryKey: ['reporting', 'times', range, filters, clock],
    queryFn: ({ signal }) =>
      logged(signal, api.get('/reporting/times', { query: { ...queryOf(range), ...filters, clock }, signal })),
  })

async function logged<T>(signal: AbortSignal, answer: Promise<T>) {
  try {
    return await answer
  } catch (error) {
    if (!signal.aborted) logError('Failed to load the report', error)
    throw error
  }
}
