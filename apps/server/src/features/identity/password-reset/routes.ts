import { Data, Nullable, Ok, PasswordChanged } from '@papercups/contract'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { canonicalEmail } from '../../../platform/canonical.js'
import { networkOf } from '../../../platform/http/address.js'
import type { App } from '../../../platform/http/app.js'
import { isPlainObject } from '../../../platform/http/coerce.js'
import { requestReset } from './request-reset.js'
import { resetPassword } from './reset-password.js'

const text = Type.Optional(Nullable(Type.String({ maxLength: 5_000 })))

export function routes(app: App) {
  const { platform } = app

  app.post('/api/reset_password', {
    config: { allow: 'public', limit: { address: 20, subject: 5, by: namedAddress } },
    schema: {
      body: Type.Object({ email: Type.Optional(Nullable(Type.String({ maxLength: 320 }))) }),
      response: { 200: Data(Ok) },
    },
    async handler({ body }) {
      await requestReset(platform, body.email ?? '')
      return { data: { ok: true } }
    },
  })

  app.put('/api/reset_password', {
    config: { allow: 'public', limit: { address: 30, subject: 30, by: () => undefined } },
    schema: {
      body: Type.Object({ token: text, password: text, password_confirmation: text }),
      response: { 200: Data(PasswordChanged) },
    },
    async handler({ body }) {
      return { data: await resetPassword(platform, body.token ?? '', body) }
    },
  })
}

/** Together with where the call comes from: a stranger must not use up what the owner of an email may ask for. */
function namedAddress({ body, address }: FastifyRequest) {
  const email = isPlainObject(body) ? body.email : undefined
  return typeof email === 'string' ? `${canonicalEmail(email)} from ${networkOf(address)}` : undefined
}
