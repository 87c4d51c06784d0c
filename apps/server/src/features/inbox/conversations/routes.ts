import {
  ConversationBasic,
  ConversationPriority,
  ConversationStatus,
  Data,
  Line,
  Metadata,
  Nullable,
  UserId,
  Uuid,
} from '@papercups/contract'
import { Type } from 'typebox'
import type { App } from '../../../platform/http/app.js'
import { archiveConversation, restoreConversation } from './archive-conversation.js'
import { updateConversation, type ConversationChanges } from './update-conversation.js'

const Changes = Type.Object({
  status: Type.Optional(ConversationStatus),
  priority: Type.Optional(ConversationPriority),
  read: Type.Optional(Type.Boolean()),
  assignee_id: Type.Optional(Nullable(UserId)),
  inbox_id: Type.Optional(Nullable(Uuid)),
  subject: Type.Optional(Nullable(Line)),
  metadata: Type.Optional(Nullable(Metadata)),
})

export function routes(app: App) {
  app.route({
    method: ['PUT', 'PATCH'],
    url: '/api/conversations/:id',
    config: { allow: 'user' },
    schema: {
      params: Type.Object({ id: Uuid }),
      body: Type.Object({ conversation: Changes }),
      response: { 200: Data(ConversationBasic) },
    },
    async handler({ account, user, params, body }) {
      const changes: ConversationChanges = body.conversation
      return { data: await updateConversation(account, params.id, changes, `user:${user.id}`) }
    },
  })

  app.post('/api/conversations/:id/archive', {
    config: { allow: 'user' },
    schema: { params: Type.Object({ id: Uuid }), response: { 200: Data(ConversationBasic) } },
    async handler({ account, user, params }) {
      return { data: await archiveConversation(account, params.id, `user:${user.id}`) }
    },
  })

  app.post('/api/conversations/:id/restore', {
    config: { allow: 'user' },
    schema: { params: Type.Object({ id: Uuid }), response: { 200: Data(ConversationBasic) } },
    async handler({ account, user, params }) {
      return { data: await restoreConversation(account, params.id, `user:${user.id}`) }
    },
  })
}
