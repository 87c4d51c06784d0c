import { Data, IdentityVerification, Nullable } from '@papercups/contract'
import { Type } from 'typebox'
import type { App } from '../../../platform/http/app.js'
import { endPreviousKey, endSharedKey, getIdentityVerification, requireIdentity, rotateKey } from './keys.js'

const response = { 200: Data(IdentityVerification) }

export function routes(app: App) {
  const { platform } = app

  app.get('/api/identity_verification', {
    config: { allow: 'admin' },
    schema: { response },
    async handler({ account }) {
      return { data: await getIdentityVerification(platform, account) }
    },
  })

  app.put('/api/identity_verification', {
    config: { allow: 'admin' },
    schema: {
      body: Type.Object({ identity_verification: Type.Object({ required: Type.Boolean() }) }),
      response,
    },
    async handler({ account, body }) {
      return { data: await requireIdentity(platform, account, body.identity_verification.required) }
    },
  })

  app.post('/api/identity_verification/rotate', {
    config: { allow: 'admin' },
    schema: {
      /** Without it the key so far is taken for another day. */
      body: Type.Object({ keep_previous: Type.Optional(Nullable(Type.Boolean())) }),
      response,
    },
    async handler({ account, body }) {
      return { data: await rotateKey(platform, account, { keep_previous: body.keep_previous ?? true }) }
    },
  })

  app.delete('/api/identity_verification/previous_key', {
    config: { allow: 'admin' },
    schema: { response },
    async handler({ account }) {
      return { data: await endPreviousKey(platform, account) }
    },
  })

  app.delete('/api/identity_verification/shared_key', {
    config: { allow: 'admin' },
    schema: { response },
    async handler({ account }) {
      return { data: await endSharedKey(platform, account) }
    },
  })
}
