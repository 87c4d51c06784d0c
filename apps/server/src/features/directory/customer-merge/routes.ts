import { Customer, CustomerMerge, Data, MergePreview, Uuid } from '@papercups/contract'
import { Type } from 'typebox'
import type { App } from '../../../platform/http/app.js'
import { mergeCustomers } from './merge-customers.js'
import { listMerges, pairOf, previewMerge } from './queries.js'
import { undoMerge } from './undo-merge.js'

const ById = Type.Object({ id: Uuid })
/** Who is merged into the one whom the address names. */
const Other = Type.Object({ customer_id: Uuid })

export function routes(app: App) {
  app.get('/api/customers/:id/merge_preview', {
    config: { allow: 'user' },
    schema: { params: ById, querystring: Other, response: { 200: Data(MergePreview) } },
    async handler({ account, params, query }) {
      return { data: await previewMerge(account, pairOf(params.id, query.customer_id)) }
    },
  })

  app.post('/api/customers/:id/merge', {
    config: { allow: 'user' },
    schema: { params: ById, body: Other, response: { 201: Data(CustomerMerge) } },
    async handler({ account, user, params, body }, reply) {
      const merge = await mergeCustomers(account, pairOf(params.id, body.customer_id), user.id)
      return reply.code(201).send({ data: merge })
    },
  })

  app.get('/api/customers/:id/merges', {
    config: { allow: 'user' },
    schema: { params: ById, response: { 200: Data(Type.Array(CustomerMerge)) } },
    async handler({ account, params }) {
      return { data: await listMerges(account, params.id) }
    },
  })

  // Answers with the one who is back.
  app.post('/api/customer_merges/:id/undo', {
    config: { allow: 'user' },
    schema: { params: ById, response: { 200: Data(Customer) } },
    async handler({ account, user, params }) {
      return { data: await undoMerge(account, params.id, user.id) }
    },
  })
}
