import { ById, Download } from '../../scalars.js'
import { defineEndpoints } from '../../endpoint.js'

export const customerDataExportEndpoints = defineEndpoints({
  'GET /api/customers/:id/export': {
    allow: 'user',
    params: ById,
    response: { 200: Download },
  },
})
