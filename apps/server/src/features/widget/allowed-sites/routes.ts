import { AllowedSites, Data, Uuid } from '@papercups/contract'
import { Type } from 'typebox'
import type { App } from '../../../platform/http/app.js'
import { getAllowedSites, saveAllowedSites } from './save-sites.js'

const ById = Type.Object({ id: Uuid })
const response = { 200: Data(AllowedSites) }

export function routes(app: App) {
  app.get('/api/inboxes/:id/allowed_sites', {
    config: { allow: 'admin' },
    schema: { params: ById, response },
    async handler({ account, params }) {
      return { data: await getAllowedSites(account, params.id) }
    },
  })

  app.put('/api/inboxes/:id/allowed_sites', {
    config: { allow: 'admin' },
    schema: {
      params: ById,
      body: Type.Object({
        allowed_sites: Type.Object({ sites: Type.Array(Type.String({ maxLength: 300 }), { maxItems: 100 }) }),
      }),
      response,
    },
    async handler({ account, params, body }) {
      return { data: await saveAllowedSites(account, params.id, body.allowed_sites.sites) }
    },
  })
}
