import { Data } from '../../scalars.js'
import { UserSettings, UserSettingsChanges } from '../../users.js'
import { Type } from 'typebox'
import { defineEndpoints } from '../../endpoint.js'

export const userSettingsEndpoints = defineEndpoints({
  'GET /api/user_settings': {
    allow: 'user',
    v1: { scope: 'everything', dummy_id: true },
    response: { 200: Data(UserSettings) },
  },

  'PUT /api/user_settings': {
    allow: 'user',
    v1: { scope: 'everything', dummy_id: true },
    also: ['PATCH'],
    body: Type.Object({ user_settings: UserSettingsChanges }),
    response: { 200: Data(UserSettings) },
  },
})
