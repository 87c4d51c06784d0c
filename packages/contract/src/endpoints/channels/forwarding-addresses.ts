import { Type } from 'typebox'
import { defineEndpoints } from '../../endpoint.js'
import { ForwardingAddress, ForwardingAddressFilters, NewForwardingAddress } from '../../forwarding-addresses.js'
import { ById, Data, Nothing } from '../../scalars.js'

export const forwardingAddressesEndpoints = defineEndpoints({
  'GET /api/forwarding_addresses': {
    allow: 'user',
    query: ForwardingAddressFilters,
    response: { 200: Data(Type.Array(ForwardingAddress)) },
  },

  'POST /api/forwarding_addresses': {
    allow: 'admin',
    body: Type.Object({ forwarding_address: NewForwardingAddress }),
    response: { 201: Data(ForwardingAddress) },
  },

  'GET /api/forwarding_addresses/:id': {
    allow: 'user',
    params: ById,
    response: { 200: Data(ForwardingAddress) },
  },

  'PUT /api/forwarding_addresses/:id': {
    allow: 'admin',
    also: ['PATCH'],
    params: ById,
    body: Type.Object({ forwarding_address: NewForwardingAddress }),
    response: { 200: Data(ForwardingAddress) },
  },

  'DELETE /api/forwarding_addresses/:id': {
    allow: 'admin',
    params: ById,
    response: { 204: Nothing },
  },
})
