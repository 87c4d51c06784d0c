import { Data, Omittable } from '../../scalars.js'
import { Type } from 'typebox'
import { RegistrationEmailed, Tokens } from '../../sessions.js'
import { defineEndpoints } from '../../endpoint.js'

const text = Omittable(Type.String({ maxLength: 5_000 }))

export const registrationEndpoints = defineEndpoints({
  'POST /api/registration': {
    allow: 'public',
    body: Type.Object({
      user: Type.Object({
        company_name: Omittable(Type.String({ maxLength: 255 })),
        invite_token: text,
        email: text,
        password: text,
        password_confirmation: text,
      }),
      /** A path of the dashboard. The emailed link leads there after the registration. */
      redirect: text,
    }),
    response: { 200: Data(Tokens), 202: Data(RegistrationEmailed) },
  },
  'POST /api/registration/confirm': {
    allow: 'public',
    body: Type.Object({ token: text, password: text }),
    response: { 200: Data(Tokens) },
  },
})
