import { Type } from 'typebox'
import { NewPersonalApiKey, PersonalApiKey } from '../../personal-api-keys.js'
import { ById, Data, Nothing } from '../../scalars.js'
import { defineEndpoints } from '../../endpoint.js'

/** Each admin has their own keys and never sees those of others. */
export const apiKeysEndpoints = defineEndpoints({
  'GET /api/personal_api_keys': {
    allow: 'admin',
    response: { 200: Data(Type.Array(PersonalApiKey)) },
  },

  'POST /api/personal_api_keys': {
    allow: 'admin',
    body: NewPersonalApiKey,
    response: { 201: Data(PersonalApiKey) },
  },

  'GET /api/personal_api_keys/:id': {
    allow: 'admin',
    params: ById,
    response: { 200: Data(PersonalApiKey) },
  },

  'DELETE /api/personal_api_keys/:id': {
    allow: 'admin',
    params: ById,
    response: { 204: Nothing },
  },
})
