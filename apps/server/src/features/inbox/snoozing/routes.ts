import { ConversationBasic, Data, Snooze, Uuid } from '@papercups/contract'
import { Type } from 'typebox'
import type { App } from '../../../platform/http/app.js'
import { snoozeConversation, wakeConversation } from './snooze-conversation.js'

export function routes(app: App) {
  app.post('/api/conversations/:id/snooze', {
    config: { allow: 'user' },
    schema: {
      params: Type.Object({ id: Uuid }),
      body: Type.Object({ snooze: Snooze }),
      response: { 200: Data(ConversationBasic) },
    },
    async handler({ account, user, params, body: { snooze } }) {
      const until = snooze.until === null ? null : new Date(snooze.until)
      return { data: await snoozeConversation(account, params.id, until, `user:${user.id}`) }
    },
  })

  app.delete('/api/conversations/:id/snooze', {
    config: { allow: 'user' },
    schema: { params: Type.Object({ id: Uuid }), response: { 200: Data(ConversationBasic) } },
    async handler({ account, user, params }) {
      return { data: await wakeConversation(account, params.id, `user:${user.id}`) }
    },
  })
}
