import { Uuid, Nothing } from '@papercups/contract'
import { Type } from 'typebox'
import type { App } from '../../../platform/http/app.js'
import { eraseConversation } from './erase-conversation.js'
import { eraseCustomer } from './erase-customer.js'

const ById = Type.Object({ id: Uuid })

export function routes(app: App) {
  app.delete('/api/conversations/:id', {
    config: { allow: 'user' },
    schema: { params: ById, response: { 204: Nothing } },
    async handler({ account, user, params }, reply) {
      await eraseConversation(account, params.id, user.id)
      return reply.code(204).send()
    },
  })

  app.delete('/api/customers/:id', {
    config: { allow: 'user' },
    schema: { params: ById, response: { 204: Nothing } },
    async handler({ account, user, params }, reply) {
      await eraseCustomer(account, params.id, user.id)
      return reply.code(204).send()
    },
  })
}
