import { customerErasureEndpoints } from '@papercups/contract'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { eraseConversation } from './erase-conversation.js'
import { eraseCustomer } from './erase-customer.js'

export function routes(app: App) {
  addRoutes(app, customerErasureEndpoints, {
    async 'DELETE /api/conversations/:id'({ account, user, params }, reply) {
      await eraseConversation(account, params.id, user.id)
      return reply.code(204).send()
    },

    async 'DELETE /api/customers/:id'({ account, user, params }, reply) {
      await eraseCustomer(account, params.id, user.id)
      return reply.code(204).send()
    },
  })
}
