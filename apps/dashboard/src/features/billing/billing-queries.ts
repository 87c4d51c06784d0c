import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { accountQuery } from '../../entities/user/me.js'
import { api } from '../../lib/api.js'

export const billingQuery = queryOptions({
  queryKey: ['billing'],
  queryFn: ({ signal }) => api.get('/billing', { signal }),
})

export const invoicesQuery = queryOptions({
  queryKey: ['billing', 'invoices'],
  queryFn: ({ signal }) => api.get('/billing/invoices', { signal }),
})

/** Reads the plan, the costs and the invoices again. */
export function useRefreshBilling() {
  const cache = useQueryClient()
  return async () => {
    await Promise.all([
      cache.invalidateQueries({ queryKey: billingQuery.queryKey }),
      cache.invalidateQueries({ queryKey: accountQuery.queryKey }),
    ])
  }
}
