import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.js'

export const onboardingQuery = queryOptions({
  queryKey: ['onboarding-status'],
  // This response has no `data` envelope.
  queryFn: ({ signal }) => api.getPage('/onboarding_status', { signal }),
  refetchOnMount: 'always',
})
