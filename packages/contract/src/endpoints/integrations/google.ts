import { Type } from 'typebox'
import { defineEndpoints } from '../../endpoint.js'
import { Data, Omittable } from '../../scalars.js'
import { Ok } from '../../sessions.js'

const text = Omittable(Type.String({ maxLength: 5_000 }))

export const googleEndpoints = defineEndpoints({
  'GET /api/google/oauth': {
    allow: 'user',
    query: Type.Object({ code: text, state: text, scope: text }),
    response: { 200: Data(Ok) },
  },
})
