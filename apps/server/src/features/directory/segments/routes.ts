import { Data, NewSegment, Segment, SegmentChanges, Uuid, Nothing } from '@papercups/contract'
import { Type } from 'typebox'
import type { App } from '../../../platform/http/app.js'
import { getSegment, listSegments, toSegment } from './queries.js'
import { createSegment, deleteSegment, updateSegment } from './save-segment.js'

const ById = Type.Object({ id: Uuid })

export function routes(app: App) {
  app.get('/api/segments', {
    config: { allow: 'user' },
    schema: { response: { 200: Data(Type.Array(Segment)) } },
    async handler({ account }) {
      return { data: (await listSegments(account)).map(toSegment) }
    },
  })

  app.post('/api/segments', {
    config: { allow: 'user' },
    schema: { body: Type.Object({ segment: NewSegment }), response: { 201: Data(Segment) } },
    async handler({ account, user, body }, reply) {
      const segment = toSegment(await createSegment(account, body.segment, user.id))
      return reply.code(201).header('location', `/api/segments/${segment.id}`).send({ data: segment })
    },
  })

  app.get('/api/segments/:id', {
    config: { allow: 'user' },
    schema: { params: ById, response: { 200: Data(Segment) } },
    async handler({ account, params }) {
      return { data: toSegment(await getSegment(account, params.id)) }
    },
  })

  app.route({
    method: ['PUT', 'PATCH'],
    url: '/api/segments/:id',
    config: { allow: 'user' },
    schema: {
      params: ById,
      body: Type.Object({ segment: SegmentChanges }),
      response: { 200: Data(Segment) },
    },
    async handler({ account, user, params, body }) {
      return { data: toSegment(await updateSegment(account, params.id, body.segment, user.id)) }
    },
  })

  app.delete('/api/segments/:id', {
    config: { allow: 'user' },
    schema: { params: ById, response: { 204: Nothing } },
    async handler({ account, user, params }, reply) {
      await deleteSegment(account, params.id, user.id)
      return reply.code(204).send()
    },
  })
}
