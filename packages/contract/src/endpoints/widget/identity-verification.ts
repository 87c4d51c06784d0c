import { Data, Omittable } from '../../scalars.js'
import { IdentityVerification } from '../../widget-security.js'
import { Type } from 'typebox'
import { defineEndpoints } from '../../endpoint.js'

const response = { 200: Data(IdentityVerification) }

export const identityVerificationEndpoints = defineEndpoints({
  'GET /api/identity_verification': {
    allow: 'admin',
    response,
  },

  'PUT /api/identity_verification': {
    allow: 'admin',
    body: Type.Object({ identity_verification: Type.Object({ required: Type.Boolean() }) }),
    response,
  },

  'POST /api/identity_verification/rotate': {
    allow: 'admin',
    /** Without it the previous key works for one more day. */
    body: Type.Object({ keep_previous: Omittable(Type.Boolean()) }),
    response,
  },

  'DELETE /api/identity_verification/previous_key': {
    allow: 'admin',
    response,
  },
})
