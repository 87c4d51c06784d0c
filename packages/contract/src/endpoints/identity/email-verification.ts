import { Type } from 'typebox'
import { Data, Omittable } from '../../scalars.js'
import { EmailVerified, Ok } from '../../sessions.js'
import { defineEndpoints } from '../../endpoint.js'

export const emailVerificationEndpoints = defineEndpoints({
  'POST /api/verify_email': {
    allow: 'public',
    body: Type.Object({ token: Omittable(Type.String({ maxLength: 1_000 })) }),
    response: { 200: Data(EmailVerified) },
  },

  'POST /api/verify_email/resend': {
    allow: 'user',
    response: { 200: Data(Ok) },
  },
})
