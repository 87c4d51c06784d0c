import { Type } from 'typebox'
import { CustomerQuery } from '../../customer-directory.js'
import { Download } from '../../scalars.js'
import { defineEndpoints } from '../../endpoint.js'

export const customerExportEndpoints = defineEndpoints({
  'GET /api/customers/export': {
    allow: 'admin',
    query: Type.Object(CustomerQuery.properties, { additionalProperties: false }),
    response: { 200: Download },
  },
})
