import { twoFactorEndpoints } from '@papercups/contract'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { byCaller } from '../../../platform/http/rate-limit.js'
import { confirmPassword } from '../passwords/confirm-password.js'
import { confirmTwoFactor, getTwoFactor, renewRecoveryCodes, startTwoFactor, stopTwoFactor } from './two-factor.js'

export function routes(app: App) {
  const { platform } = app
  /** A stolen token must not be a way to guess its owner's password or code. */
  const limit = { per_ip: 60, subject: 10, by: byCaller }

  addRoutes(app, twoFactorEndpoints, {
    async 'GET /api/two_factor'({ account, user }) {
      return { data: await getTwoFactor(account, user.id) }
    },

    'POST /api/two_factor': {
      config: { limit },
      async handler({ account, user, body }) {
        await confirmPassword(account, user.id, body.password)
        return { data: await startTwoFactor(platform, account, user) }
      },
    },

    'PUT /api/two_factor': {
      config: { limit },
      async handler({ account, user, body }) {
        const code = body.code.replace(/\s/g, '')
        return { data: { recovery_codes: await confirmTwoFactor(platform, account, user.id, code) } }
      },
    },

    'DELETE /api/two_factor': {
      config: { limit },
      async handler({ account, user, body }, reply) {
        await confirmPassword(account, user.id, body.password)
        await stopTwoFactor(account, user.id)
        return reply.code(204).send()
      },
    },

    'POST /api/two_factor/recovery_codes': {
      config: { limit },
      async handler({ account, user, body }) {
        await confirmPassword(account, user.id, body.password)
        return { data: { recovery_codes: await renewRecoveryCodes(platform, account, user.id) } }
      },
    },
  })
}
