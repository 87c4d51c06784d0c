import { apiKeysEndpoints } from '@papercups/contract'
import { malformed } from '../../../platform/errors.js'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { createKey, deleteKey } from './save-key.js'
import { getKey, listKeys } from './queries.js'

export function routes(app: App) {
  const { platform } = app

  addRoutes(app, apiKeysEndpoints, {
    async 'GET /api/personal_api_keys'({ account, user }) {
      return { data: await listKeys(platform, account, user.id) }
    },

    'POST /api/personal_api_keys': {
      // The other bodies have a top-level key whose absence is a 400. This one has only its label.
      async preValidation({ body }) {
        if (!Object.hasOwn(body as object, 'label')) throw malformed()
      },
      async handler({ account, user, body }, reply) {
        const data = await createKey(platform, account, user.id, body)
        return reply.code(201).header('location', `/api/personal_api_keys/${data.id}`).send({ data })
      },
    },

    async 'GET /api/personal_api_keys/:id'({ account, user, params }) {
      return { data: await getKey(platform, account, user.id, params.id) }
    },

    async 'DELETE /api/personal_api_keys/:id'({ account, user, params }, reply) {
      await deleteKey(account, user.id, params.id)
      await platform.settleChange(`api_key:${params.id}`)
      return reply.code(204).send()
    },
  })
}
