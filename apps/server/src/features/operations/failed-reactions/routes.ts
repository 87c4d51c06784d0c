import { Data, FailedReaction, Uuid } from '@papercups/contract'
import { Type } from 'typebox'
import type { App } from '../../../platform/http/app.js'
import { listFailedReactions } from './queries.js'
import { retryFailedReaction } from './retry-failed-reaction.js'

export function routes(app: App) {
  app.get('/api/failed_reactions', {
    config: { allow: 'admin' },
    schema: { response: { 200: Data(Type.Array(FailedReaction)) } },
    async handler({ account }) {
      return { data: await listFailedReactions(account) }
    },
  })

  app.post('/api/failed_reactions/:id/retry', {
    config: { allow: 'admin' },
    schema: { params: Type.Object({ id: Uuid }), response: { 202: Data(FailedReaction) } },
    async handler({ account, params }, reply) {
      return reply.code(202).send({ data: await retryFailedReaction(account, params.id) })
    },
  })
}
