import { Type } from 'typebox'
import { Data, Nothing } from '../../scalars.js'
import { RecoveryCodes, TwoFactorSecret, TwoFactorStatus } from '../../sessions.js'
import { defineEndpoints } from '../../endpoint.js'

const WithPassword = Type.Object({ password: Type.String({ maxLength: 4096 }) })

export const twoFactorEndpoints = defineEndpoints({
  'GET /api/two_factor': {
    allow: 'user',
    response: { 200: Data(TwoFactorStatus) },
  },

  'POST /api/two_factor': {
    allow: 'user',
    body: WithPassword,
    response: { 200: Data(TwoFactorSecret) },
  },

  'PUT /api/two_factor': {
    allow: 'user',
    body: Type.Object({ code: Type.String({ maxLength: 64 }) }),
    response: { 200: Data(RecoveryCodes) },
  },

  'DELETE /api/two_factor': {
    allow: 'user',
    body: WithPassword,
    response: { 204: Nothing },
  },

  'POST /api/two_factor/recovery_codes': {
    allow: 'user',
    body: WithPassword,
    response: { 200: Data(RecoveryCodes) },
  },
})
