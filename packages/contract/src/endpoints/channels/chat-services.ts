import { Type } from 'typebox'
import { ConnectedService, ServiceDelivery } from '../../connected-services.js'
import { defineEndpoints } from '../../endpoint.js'
import { ById, Data } from '../../scalars.js'

export const chatServicesEndpoints = defineEndpoints({
  'GET /api/connected_services': {
    allow: 'user',
    response: { 200: Data(Type.Array(ConnectedService)) },
  },

  /** Of the messages after the number `after`, up to 50 numbers further. */
  'GET /api/conversations/:id/service_deliveries': {
    allow: 'user',
    params: ById,
    query: Type.Object({ after: Type.Integer({ minimum: 0, maximum: 9_000_000_000_000_000 }) }),
    response: { 200: Data(Type.Array(ServiceDelivery)) },
  },

  'POST /api/service_deliveries/:id/retry': {
    allow: 'user',
    params: ById,
    response: { 200: Data(ServiceDelivery) },
  },
})
