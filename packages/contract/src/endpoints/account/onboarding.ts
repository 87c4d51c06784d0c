import { OnboardingStatus } from '../../users.js'
import { defineEndpoints } from '../../endpoint.js'

export const onboardingEndpoints = defineEndpoints({
  'GET /api/onboarding_status': {
    allow: 'user',
    response: { 200: OnboardingStatus },
  },
})
