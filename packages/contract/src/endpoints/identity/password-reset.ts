import { Data, Omittable } from '../../scalars.js'
import { Type } from 'typebox'
import { Ok, PasswordChanged } from '../../sessions.js'
import { defineEndpoints } from '../../endpoint.js'

const text = Omittable(Type.String({ maxLength: 5_000 }))

export const passwordResetEndpoints = defineEndpoints({
  'POST /api/reset_password': {
    allow: 'public',
    body: Type.Object({ email: Omittable(Type.String({ maxLength: 320 })) }),
    response: { 200: Data(Ok) },
  },

  'PUT /api/reset_password': {
    allow: 'public',
    body: Type.Object({ token: text, password: text, password_confirmation: text }),
    response: { 200: Data(PasswordChanged) },
  },
})
