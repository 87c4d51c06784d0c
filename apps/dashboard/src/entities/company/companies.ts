import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { companiesKey } from '../use-live-records.js'

/** Companies whose names contain `q`, or all, sorted by name. */
export const companiesQuery = (q = '') =>
  queryOptions({
    queryKey: [...companiesKey, 'found', q],
    queryFn: ({ signal }) => api.get('/companies', { query: { q: q || undefined }, signal }),
  })

export const companyQuery = (id: string) =>
  queryOptions({
    queryKey: [...companiesKey, 'one', id],
    queryFn: ({ signal }) => api.get('/companies/:id', { params: { id }, signal }),
  })
