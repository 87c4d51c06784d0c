import type { AllowedSites, IdentityVerification } from '@papercups/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.js'

export const identityQuery = queryOptions({
  queryKey: ['identity-verification'],
  queryFn: ({ signal }) => api.get<IdentityVerification>('/identity_verification', { signal }),
})

const sitesPath = (inbox_id: string) => `/inboxes/${inbox_id}/allowed_sites`

export const sitesQuery = (inbox_id: string) =>
  queryOptions({
    queryKey: ['allowed-sites', inbox_id],
    queryFn: ({ signal }) => api.get<AllowedSites>(sitesPath(inbox_id), { signal }),
  })

export const requireIdentity = (required: boolean) =>
  api.put<IdentityVerification>('/identity_verification', { identity_verification: { required } })

export const rotateKey = (keep_previous: boolean) =>
  api.post<IdentityVerification>('/identity_verification/rotate', { keep_previous })

export const endPreviousKey = () => api.delete('/identity_verification/previous_key')

export const endSharedKey = () => api.delete('/identity_verification/shared_key')

export const saveSites = (inbox_id: string, sites: string[]) =>
  api.put<AllowedSites>(sitesPath(inbox_id), { allowed_sites: { sites } })
