import type { NewPersonalApiKey } from '@papercups/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { logError } from '../../lib/log-error.js'

export const keysQuery = queryOptions({
  queryKey: ['personal-api-keys'],
  queryFn: ({ signal }) => api.get('/personal_api_keys', { signal }),
})

export function useCreateKey() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: NewPersonalApiKey) => api.post('/personal_api_keys', { body }),
    onSuccess: (key) => cache.setQueryData(keysQuery.queryKey, (known) => known && [...known, key]),
    onError: (error) => logError('The API key was not created', error),
    onSettled: () => cache.invalidateQueries(keysQuery),
  })
}
