import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { companiesKey } from '../use-live-records.js'

/** Those with this in their names, by name; without it, all of them. */
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
