import { Nothing, Nullable } from '@papercups/contract'
import { Type } from 'typebox'
import { badRequest } from '../../platform/errors.js'
import type { App } from '../../platform/http/app.js'

const text = Type.Optional(Nullable(Type.String({ maxLength: 5_000 })))

export function routes(app: App) {
  // Google sends people back with a code. Nothing here can redeem it yet, and they are told so instead of waiting.
  app.get('/api/google/oauth', {
    config: { allow: 'user' },
    schema: { querystring: Type.Object({ code: text, state: text, scope: text }), response: { 200: Nothing } },
    async handler() {
      throw badRequest('Google is not set up on this server.')
    },
  })
}
