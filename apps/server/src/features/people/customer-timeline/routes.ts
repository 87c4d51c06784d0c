import { customerTimelineEndpoints } from '@papercups/contract'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { getCustomer } from '../customers/queries.js'
import { readTimeline } from './read-timeline.js'

const USUAL_PAGE = 50

export function routes(app: App) {
  addRoutes(app, customerTimelineEndpoints, {
    async 'GET /api/customers/:id/timeline'({ account, params, query: { kinds, before, limit } }) {
      const customer = await getCustomer(account, params.id)
      return readTimeline(account, customer, { kinds, before, limit: limit ?? USUAL_PAGE })
    },
  })
}
