import { cannedResponsesEndpoints } from '@papercups/contract'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { getCannedResponse, listCannedResponses } from './queries.js'
import { createCannedResponse, deleteCannedResponse, updateCannedResponse } from './save-canned-response.js'

export function routes(app: App) {
  addRoutes(app, cannedResponsesEndpoints, {
    async 'GET /api/canned_responses'({ account }) {
      return { data: await listCannedResponses(account) }
    },

    async 'POST /api/canned_responses'({ account, body }, reply) {
      const data = await createCannedResponse(account, body.canned_response)
      return reply.code(201).header('location', `/api/canned_responses/${data.id}`).send({ data })
    },

    async 'GET /api/canned_responses/:id'({ account, params }) {
      return { data: await getCannedResponse(account, params.id) }
    },

    async 'PUT /api/canned_responses/:id'({ account, params, body }) {
      return { data: await updateCannedResponse(account, params.id, body.canned_response) }
    },

    async 'DELETE /api/canned_responses/:id'({ account, params }, reply) {
      await deleteCannedResponse(account, params.id)
      return reply.code(204).send()
    },
  })
}
