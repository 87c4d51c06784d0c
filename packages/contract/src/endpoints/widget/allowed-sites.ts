import { ById, Data } from '../../scalars.js'
import { AllowedSites } from '../../widget-security.js'
import { Type } from 'typebox'
import { defineEndpoints } from '../../endpoint.js'

const response = { 200: Data(AllowedSites) }

export const allowedSitesEndpoints = defineEndpoints({
  'GET /api/inboxes/:id/allowed_sites': {
    allow: 'admin',
    params: ById,
    response,
  },

  'PUT /api/inboxes/:id/allowed_sites': {
    allow: 'admin',
    params: ById,
    body: Type.Object({
      allowed_sites: Type.Object({ sites: Type.Array(Type.String({ maxLength: 300 }), { maxItems: 100 }) }),
    }),
    response,
  },
})
