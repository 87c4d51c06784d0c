import { passwordResetEndpoints } from '@papercups/contract'
import type { FastifyRequest } from 'fastify'
import { canonicalEmail } from '../../../platform/canonical.js'
import { networkOf } from '../../../platform/http/client-ip.js'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { isPlainObject } from '../../../platform/http/coerce.js'
import { requestReset } from './request-reset.js'
import { resetPassword } from './reset-password.js'

export function routes(app: App) {
  const { platform } = app

  addRoutes(app, passwordResetEndpoints, {
    'POST /api/reset_password': {
      config: { limit: { per_ip: 20, subject: 5, by: emailAndNetwork } },
      async handler({ body }) {
        await requestReset(platform, body.email ?? '')
        return { data: { ok: true } }
      },
    },

    'PUT /api/reset_password': {
      config: { limit: { per_ip: 30, subject: 30, by: () => undefined } },
      async handler({ body }) {
        return { data: await resetPassword(platform, body.token ?? '', body) }
      },
    },
  })
}

/** Together with where the call comes from: a stranger must not use up what the owner of an email may ask for. */
function emailAndNetwork({ body, ip }: FastifyRequest) {
  const email = isPlainObject(body) ? body.email : undefined
  return typeof email === 'string' ? `${canonicalEmail(email)} from ${networkOf(ip)}` : undefined
}
