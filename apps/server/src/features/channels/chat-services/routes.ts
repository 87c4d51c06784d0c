import { chatServicesEndpoints } from '@papercups/contract'
import { addRoutes } from '../../../platform/http/add-routes.js'
import type { App } from '../../../platform/http/app.js'
import { listAllConnections } from './connections.js'
import { listDeliveries, retryDelivery } from './delivery-state.js'

export function routes(app: App) {
  addRoutes(app, chatServicesEndpoints, {
    async 'GET /api/connected_services'({ account }) {
      return { data: await listAllConnections(account) }
    },

    async 'GET /api/conversations/:id/service_deliveries'({ account, params, query }) {
      return { data: await listDeliveries(account, params.id, query.after) }
    },

    async 'POST /api/service_deliveries/:id/retry'({ account, params }) {
      return { data: await retryDelivery(account, params.id) }
    },
  })
}
