import { Nullable, TimelineKind, TimelinePage, Uuid } from '@papercups/contract'
import { Type } from 'typebox'
import type { App } from '../../../platform/http/app.js'
import { getCustomer } from '../customers/queries.js'
import { readTimeline } from './read-timeline.js'

const USUAL_PAGE = 50
const LARGEST_PAGE = 200

export function routes(app: App) {
  app.get('/api/customers/:id/timeline', {
    config: { allow: 'user' },
    schema: {
      params: Type.Object({ id: Uuid }),
      querystring: Type.Object({
        kinds: Type.Optional(Nullable(Type.Array(TimelineKind, { maxItems: 20 }))),
        /** What `next` said in the page before. */
        before: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }))),
        limit: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: LARGEST_PAGE }))),
      }),
      response: { 200: TimelinePage },
    },
    async handler({ account, params, query: { kinds, before, limit } }) {
      const customer = await getCustomer(account, params.id)
      return readTimeline(account, customer, { kinds, before, limit: limit ?? USUAL_PAGE })
    },
  })
}
