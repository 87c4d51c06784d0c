import { Type } from 'typebox'
import { ById, Data, Uuid } from '../../scalars.js'
import { CustomerMerge, MergePreview } from '../../customer-merges.js'
import { Customer } from '../../customers.js'
import { defineEndpoints } from '../../endpoint.js'

/** The customer who is merged into the one of the path. */
const Other = Type.Object({ customer_id: Uuid })

export const customerMergeEndpoints = defineEndpoints({
  'GET /api/customers/:id/merge_preview': {
    allow: 'user',
    params: ById,
    query: Other,
    response: { 200: Data(MergePreview) },
  },

  'POST /api/customers/:id/merge': {
    allow: 'user',
    params: ById,
    body: Other,
    response: { 201: Data(CustomerMerge) },
  },

  'GET /api/customers/:id/merges': {
    allow: 'user',
    params: ById,
    response: { 200: Data(Type.Array(CustomerMerge)) },
  },

  'POST /api/customer_merges/:id/undo': {
    allow: 'user',
    params: ById,
    response: { 200: Data(Customer) },
  },
})
