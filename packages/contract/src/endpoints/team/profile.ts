import { Data } from '../../scalars.js'
import { ProfileChanges, User } from '../../users.js'
import { Type } from 'typebox'
import { defineEndpoints } from '../../endpoint.js'

export const profileEndpoints = defineEndpoints({
  'GET /api/profile': {
    allow: 'user',
    v1: { scope: 'everything', dummy_id: true },
    response: { 200: Data(User) },
  },

  'PUT /api/profile': {
    allow: 'user',
    v1: { scope: 'everything', dummy_id: true },
    also: ['PATCH'],
    body: Type.Object({ user_profile: ProfileChanges }),
    response: { 200: Data(User) },
  },
})
