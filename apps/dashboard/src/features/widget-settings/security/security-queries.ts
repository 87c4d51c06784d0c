import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.js'

export const identityQuery = queryOptions({
  queryKey: ['identity-verification'],
  queryFn: ({ signal }) => api.get('/identity_verification', { signal }),
})

export const sitesQuery = (inbox_id: string) =>
  queryOptions({
    queryKey: ['allowed-sites', inbox_id],
    queryFn: ({ signal }) => api.get('/inboxes/:id/allowed_sites', { params: { id: inbox_id }, signal }),
  })

export const requireIdentity = (required: boolean) =>
  api.put('/identity_verification', { body: { identity_verification: { required } } })

export const rotateKey = (keep_previous: boolean) =>
  api.post('/identity_verification/rotate', { body: { keep_previous } })

export const endPreviousKey = () => api.delete('/identity_verification/previous_key')

export const saveSites = (inbox_id: string, sites: string[]) =>
  api.put('/inboxes/:id/allowed_sites', { params: { id: inbox_id }, body: { allowed_sites: { sites } } })
