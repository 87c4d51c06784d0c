import { BulkOperations, BulkResult, Data } from '@papercups/contract'
import { Type } from 'typebox'
import type { App } from '../../../platform/http/app.js'
import { changeConversations } from './change-conversations.js'

export function routes(app: App) {
  app.post('/api/conversations/bulk', {
    config: { allow: 'user' },
    schema: { body: Type.Object({ operations: BulkOperations }), response: { 200: Data(BulkResult) } },
    async handler({ account, user, body }) {
      return { data: { undo: await changeConversations(account, body.operations, user.id) } }
    },
  })
}
