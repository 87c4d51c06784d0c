import { ById, Data } from '../../scalars.js'
import { Type } from 'typebox'
import { FailedReaction } from '../../failed-reactions.js'
import { defineEndpoints } from '../../endpoint.js'

export const failedReactionsEndpoints = defineEndpoints({
  'GET /api/failed_reactions': {
    allow: 'admin',
    response: { 200: Data(Type.Array(FailedReaction)) },
  },

  'POST /api/failed_reactions/:id/retry': {
    allow: 'admin',
    params: ById,
    response: { 202: Data(FailedReaction) },
  },
})
