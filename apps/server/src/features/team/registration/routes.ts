import { Data, Nullable, Tokens } from '@papercups/contract'
import { Type } from 'typebox'
import type { App } from '../../../platform/http/app.js'
import { deviceOf, namedEmail } from '../../identity/sessions/device.js'
import { register } from './register.js'

const text = Type.Optional(Nullable(Type.String({ maxLength: 5_000 })))

export function routes(app: App) {
  app.post('/api/registration', {
    config: { allow: 'public', limit: { address: 30, subject: 10, by: namedEmail } },
    schema: {
      body: Type.Object({
        user: Type.Object({
          company_name: Type.Optional(Nullable(Type.String({ maxLength: 255 }))),
          invite_token: text,
          email: text,
          password: text,
          password_confirmation: text,
        }),
      }),
      response: { 200: Data(Tokens) },
    },
    async handler(request) {
      return { data: await register(app.platform, request.body.user, deviceOf(request)) }
    },
  })
}
