import { customerMergeEndpoints } from '@papercups/contract'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { mergeCustomers } from './merge-customers.js'
import { listMerges, pairOf, previewMerge } from './queries.js'
import { undoMerge } from './undo-merge.js'

export function routes(app: App) {
  addRoutes(app, customerMergeEndpoints, {
    async 'GET /api/customers/:id/merge_preview'({ account, params, query }) {
      return { data: await previewMerge(account, pairOf(params.id, query.customer_id)) }
    },

    async 'POST /api/customers/:id/merge'({ account, user, params, body }, reply) {
      const merge = await mergeCustomers(account, pairOf(params.id, body.customer_id), user.id)
      return reply.code(201).send({ data: merge })
    },

    async 'GET /api/customers/:id/merges'({ account, params }) {
      return { data: await listMerges(account, params.id) }
    },

    // Answers with the one who is back.
    async 'POST /api/customer_merges/:id/undo'({ account, user, params }) {
      return { data: await undoMerge(account, params.id, user.id) }
    },
  })
}
