import { conversationsEndpoints } from '@papercups/contract'
import { userActor } from '../../../platform/actor.js'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { archiveConversation, restoreConversation } from './archive-conversation.js'
import { updateConversation, type ConversationChanges } from './update-conversation.js'

export function routes(app: App) {
  addRoutes(app, conversationsEndpoints, {
    async 'PUT /api/conversations/:id'({ account, user, params, body }) {
      const changes: ConversationChanges = body.conversation
      return { data: await updateConversation(account, params.id, changes, userActor(user.id)) }
    },

    async 'POST /api/conversations/:id/archive'({ account, user, params }) {
      return { data: await archiveConversation(account, params.id, userActor(user.id)) }
    },

    async 'POST /api/conversations/:id/restore'({ account, user, params }) {
      return { data: await restoreConversation(account, params.id, userActor(user.id)) }
    },
  })
}
