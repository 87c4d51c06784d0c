import { OnboardingStatus } from '@papercups/contract'
import type { App } from '../../../platform/http/app.js'
import { getOnboardingStatus } from './onboarding-status.js'

export function routes(app: App) {
  app.get('/api/onboarding_status', {
    config: { allow: 'user' },
    schema: { response: { 200: OnboardingStatus } },
    handler: ({ account, user }) => getOnboardingStatus(account, user.id),
  })
}
