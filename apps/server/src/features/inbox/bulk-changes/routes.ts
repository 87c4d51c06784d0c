import { bulkChangesEndpoints } from '@papercups/contract'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { changeConversations } from './change-conversations.js'

export function routes(app: App) {
  addRoutes(app, bulkChangesEndpoints, {
    async 'POST /api/conversations/bulk'({ account, user, body }) {
      return { data: { undo: await changeConversations(account, body.operations, user.id) } }
    },
  })
}
