import { floorEndpoints } from '@papercups/contract'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { getFloor, listFloorConversations } from './floor.js'

export function routes(app: App) {
  addRoutes(app, floorEndpoints, {
    async 'GET /api/reporting/floor'({ account }) {
      return { data: await getFloor(account) }
    },

    'GET /api/reporting/floor/conversations': ({ account, query }) => listFloorConversations(account, query),
  })
}
