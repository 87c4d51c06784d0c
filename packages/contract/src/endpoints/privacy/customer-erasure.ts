import { ById, Nothing } from '../../scalars.js'
import { defineEndpoints } from '../../endpoint.js'

export const customerErasureEndpoints = defineEndpoints({
  'DELETE /api/conversations/:id': {
    allow: 'user',
    params: ById,
    response: { 204: Nothing },
  },

  'DELETE /api/customers/:id': {
    allow: 'user',
    params: ById,
    response: { 204: Nothing },
  },
})
