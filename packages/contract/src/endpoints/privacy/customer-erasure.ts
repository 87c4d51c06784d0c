import { ById, Nothing } from '../../scalars.js'
import { defineEndpoints } from '../../endpoint.js'

export const customerErasureEndpoints = defineEndpoints({
  'DELETE /api/conversations/:id': {
    allow: 'user',
    v1: { scope: 'everything' },
    params: ById,
    response: { 204: Nothing },
  },

  'DELETE /api/customers/:id': {
    allow: 'user',
    v1: { scope: 'everything' },
    params: ById,
    response: { 204: Nothing },
  },
})
