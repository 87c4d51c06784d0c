import { Data, RecoveryCodes, TwoFactorSecret, TwoFactorStatus, Nothing } from '@papercups/contract'
import { Type } from 'typebox'
import type { App } from '../../../platform/http/app.js'
import { byCaller } from '../../../platform/http/rate-limit.js'
import { confirmPassword } from '../passwords/confirm-password.js'
import { confirmTwoFactor, getTwoFactor, renewRecoveryCodes, startTwoFactor, stopTwoFactor } from './two-factor.js'

const WithPassword = Type.Object({ password: Type.String({ maxLength: 4096 }) })

export function routes(app: App) {
  const { platform } = app
  /** A stolen token must not be a way to guess its owner's password or code. */
  const limit = { address: 60, subject: 10, by: byCaller }

  app.get('/api/two_factor', {
    config: { allow: 'user' },
    schema: { response: { 200: Data(TwoFactorStatus) } },
    async handler({ account, user }) {
      return { data: await getTwoFactor(account, user.id) }
    },
  })

  app.post('/api/two_factor', {
    config: { allow: 'user', limit },
    schema: { body: WithPassword, response: { 200: Data(TwoFactorSecret) } },
    async handler({ account, user, body }) {
      await confirmPassword(account, user.id, body.password)
      return { data: await startTwoFactor(platform, account, user) }
    },
  })

  app.put('/api/two_factor', {
    config: { allow: 'user', limit },
    schema: { body: Type.Object({ code: Type.String({ maxLength: 64 }) }), response: { 200: Data(RecoveryCodes) } },
    async handler({ account, user, body }) {
      const code = body.code.replace(/\s/g, '')
      return { data: { recovery_codes: await confirmTwoFactor(platform, account, user.id, code) } }
    },
  })

  app.delete('/api/two_factor', {
    config: { allow: 'user', limit },
    schema: { body: WithPassword, response: { 204: Nothing } },
    async handler({ account, user, body }, reply) {
      await confirmPassword(account, user.id, body.password)
      await stopTwoFactor(account, user.id)
      return reply.code(204).send()
    },
  })

  app.post('/api/two_factor/recovery_codes', {
    config: { allow: 'user', limit },
    schema: { body: WithPassword, response: { 200: Data(RecoveryCodes) } },
    async handler({ account, user, body }) {
      await confirmPassword(account, user.id, body.password)
      return { data: { recovery_codes: await renewRecoveryCodes(platform, account, user.id) } }
    },
  })
}
