import { ById, Data, Nothing } from '../../scalars.js'
import { Type } from 'typebox'
import { CannedResponse, CannedResponseChanges, NewCannedResponse } from '../../canned-responses.js'
import { defineEndpoints } from '../../endpoint.js'

export const cannedResponsesEndpoints = defineEndpoints({
  'GET /api/canned_responses': {
    allow: 'user',
    response: { 200: Data(Type.Array(CannedResponse)) },
  },

  'POST /api/canned_responses': {
    allow: 'user',
    body: Type.Object({ canned_response: NewCannedResponse }),
    response: { 201: Data(CannedResponse) },
  },

  'GET /api/canned_responses/:id': {
    allow: 'user',
    params: ById,
    response: { 200: Data(CannedResponse) },
  },

  'PUT /api/canned_responses/:id': {
    allow: 'user',
    also: ['PATCH'],
    params: ById,
    body: Type.Object({ canned_response: CannedResponseChanges }),
    response: { 200: Data(CannedResponse) },
  },

  'DELETE /api/canned_responses/:id': {
    allow: 'user',
    params: ById,
    response: { 204: Nothing },
  },
})
