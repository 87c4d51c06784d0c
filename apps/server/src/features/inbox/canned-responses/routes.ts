import { CannedResponse, CannedResponseChanges, Data, NewCannedResponse, Uuid, Nothing } from '@papercups/contract'
import { Type } from 'typebox'
import type { App } from '../../../platform/http/app.js'
import { getCannedResponse, listCannedResponses } from './queries.js'
import { createCannedResponse, deleteCannedResponse, updateCannedResponse } from './save-canned-response.js'

const ById = Type.Object({ id: Uuid })

export function routes(app: App) {
  app.get('/api/canned_responses', {
    config: { allow: 'user' },
    schema: { response: { 200: Data(Type.Array(CannedResponse)) } },
    async handler({ account }) {
      return { data: await listCannedResponses(account) }
    },
  })

  app.post('/api/canned_responses', {
    config: { allow: 'user' },
    schema: { body: Type.Object({ canned_response: NewCannedResponse }), response: { 201: Data(CannedResponse) } },
    async handler({ account, body }, reply) {
      const data = await createCannedResponse(account, body.canned_response)
      return reply.code(201).header('location', `/api/canned_responses/${data.id}`).send({ data })
    },
  })

  app.get('/api/canned_responses/:id', {
    config: { allow: 'user' },
    schema: { params: ById, response: { 200: Data(CannedResponse) } },
    async handler({ account, params }) {
      return { data: await getCannedResponse(account, params.id) }
    },
  })

  app.route({
    method: ['PUT', 'PATCH'],
    url: '/api/canned_responses/:id',
    config: { allow: 'user' },
    schema: {
      params: ById,
      body: Type.Object({ canned_response: CannedResponseChanges }),
      response: { 200: Data(CannedResponse) },
    },
    async handler({ account, params, body }) {
      return { data: await updateCannedResponse(account, params.id, body.canned_response) }
    },
  })

  app.delete('/api/canned_responses/:id', {
    config: { allow: 'user' },
    schema: { params: ById, response: { 204: Nothing } },
    async handler({ account, params }, reply) {
      await deleteCannedResponse(account, params.id)
      return reply.code(204).send()
    },
  })
}
