import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.js'

export const onboardingQuery = queryOptions({
  queryKey: ['onboarding-status'],
  // This one answer stands without an envelope.
  queryFn: ({ signal }) => api.getPage('/onboarding_status', { signal }),
  refetchOnMount: 'always',
})
