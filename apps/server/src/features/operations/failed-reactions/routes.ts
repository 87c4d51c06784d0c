import { failedReactionsEndpoints } from '@papercups/contract'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { listFailedReactions } from './queries.js'
import { retryFailedReaction } from './retry-failed-reaction.js'

export function routes(app: App) {
  addRoutes(app, failedReactionsEndpoints, {
    async 'GET /api/failed_reactions'({ account }) {
      return { data: await listFailedReactions(account) }
    },

    async 'POST /api/failed_reactions/:id/retry'({ account, params }, reply) {
      return reply.code(202).send({ data: await retryFailedReaction(account, params.id) })
    },
  })
}
