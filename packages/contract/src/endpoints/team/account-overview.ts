import { Data, Nothing } from '../../scalars.js'
import { AccountChanges, AccountDetails } from '../../accounts.js'
import { Type } from 'typebox'
import { defineEndpoints } from '../../endpoint.js'

export const accountOverviewEndpoints = defineEndpoints({
  'GET /api/accounts/me': {
    allow: 'user',
    response: { 200: Data(AccountDetails) },
  },

  'PUT /api/accounts/:any': {
    allow: 'admin',
    also: ['PATCH'],
    body: Type.Object({ account: AccountChanges }),
    response: { 200: Data(AccountDetails) },
  },

  'DELETE /api/accounts/:any': {
    allow: 'admin',
    body: Type.Object({ password: Type.String({ maxLength: 4096 }) }),
    response: { 204: Nothing },
  },

  'POST /api/accounts': {
    allow: 'public',
    response: { 201: Nothing },
  },
})
