import { identityVerificationEndpoints } from '@papercups/contract'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { endPreviousKey, getIdentityVerification, requireIdentity, rotateKey } from './keys.js'

export function routes(app: App) {
  const { platform } = app

  addRoutes(app, identityVerificationEndpoints, {
    async 'GET /api/identity_verification'({ account }) {
      return { data: await getIdentityVerification(platform, account) }
    },

    async 'PUT /api/identity_verification'({ account, body }) {
      return { data: await requireIdentity(platform, account, body.identity_verification.required) }
    },

    async 'POST /api/identity_verification/rotate'({ account, body }) {
      return { data: await rotateKey(platform, account, { keep_previous: body.keep_previous ?? true }) }
    },

    async 'DELETE /api/identity_verification/previous_key'({ account }) {
      return { data: await endPreviousKey(platform, account) }
    },
  })
}
