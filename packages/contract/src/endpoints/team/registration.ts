import { Data, Omittable } from '../../scalars.js'
import { Type } from 'typebox'
import { Tokens } from '../../sessions.js'
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
    }),
    response: { 200: Data(Tokens) },
  },
})
