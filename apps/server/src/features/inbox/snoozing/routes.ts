import { snoozingEndpoints } from '@papercups/contract'
import { userActor } from '../../../platform/actor.js'
import type { App } from '../../../platform/http/app.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import { snoozeConversation, wakeConversation } from './snooze-conversation.js'

export function routes(app: App) {
  addRoutes(app, snoozingEndpoints, {
    async 'POST /api/conversations/:id/snooze'({ account, user, params, body: { snooze } }) {
      const until = snooze.until === null ? null : new Date(snooze.until)
      return { data: await snoozeConversation(account, params.id, until, userActor(user.id)) }
    },

    async 'DELETE /api/conversations/:id/snooze'({ account, user, params }) {
      return { data: await wakeConversation(account, params.id, userActor(user.id)) }
    },
  })
}
