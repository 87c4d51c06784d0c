import { onboardingEndpoints } from '@papercups/contract'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { getOnboardingStatus } from './onboarding-status.js'

export function routes(app: App) {
  addRoutes(app, onboardingEndpoints, {
    'GET /api/onboarding_status': ({ account, user }) => getOnboardingStatus(account, user.id),
  })
}
