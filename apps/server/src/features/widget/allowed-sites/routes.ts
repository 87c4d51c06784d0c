import { allowedSitesEndpoints } from '@papercups/contract'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { getAllowedSites, saveAllowedSites } from './save-sites.js'

export function routes(app: App) {
  addRoutes(app, allowedSitesEndpoints, {
    async 'GET /api/inboxes/:id/allowed_sites'({ account, params }) {
      return { data: await getAllowedSites(account, params.id) }
    },

    async 'PUT /api/inboxes/:id/allowed_sites'({ account, params, body }) {
      return { data: await saveAllowedSites(account, params.id, body.allowed_sites.sites) }
    },
  })
}
