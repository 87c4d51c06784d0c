import { segmentsEndpoints } from '@papercups/contract'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { getSegment, listSegments, toSegment } from './queries.js'
import { createSegment, deleteSegment, updateSegment } from './save-segment.js'

export function routes(app: App) {
  addRoutes(app, segmentsEndpoints, {
    async 'GET /api/segments'({ account }) {
      return { data: (await listSegments(account)).map(toSegment) }
    },

    async 'POST /api/segments'({ account, user, body }, reply) {
      const segment = toSegment(await createSegment(account, body.segment, user.id))
      return reply.code(201).header('location', `/api/segments/${segment.id}`).send({ data: segment })
    },

    async 'GET /api/segments/:id'({ account, params }) {
      return { data: toSegment(await getSegment(account, params.id)) }
    },

    async 'PUT /api/segments/:id'({ account, user, params, body }) {
      return { data: toSegment(await updateSegment(account, params.id, body.segment, user.id)) }
    },

    async 'DELETE /api/segments/:id'({ account, user, params }, reply) {
      await deleteSegment(account, params.id, user.id)
      return reply.code(204).send()
    },
  })
}
