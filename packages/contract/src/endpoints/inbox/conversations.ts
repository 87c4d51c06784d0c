import { Type } from 'typebox'
import { ConversationBasic, ConversationPriority, ConversationStatus } from '../../conversations.js'
import { ById, Data, Line, Metadata, Omittable, UserId, Uuid } from '../../scalars.js'
import { defineEndpoints } from '../../endpoint.js'

const Changes = Type.Object({
  status: Type.Optional(ConversationStatus),
  priority: Type.Optional(ConversationPriority),
  read: Type.Optional(Type.Boolean()),
  assignee_id: Omittable(UserId),
  inbox_id: Omittable(Uuid),
  subject: Omittable(Line),
  metadata: Omittable(Metadata),
})

export const conversationsEndpoints = defineEndpoints({
  'PUT /api/conversations/:id': {
    allow: 'user',
    v1: { scope: 'everything' },
    also: ['PATCH'],
    params: ById,
    body: Type.Object({ conversation: Changes }),
    response: { 200: Data(ConversationBasic) },
  },

  'POST /api/conversations/:id/archive': {
    allow: 'user',
    params: ById,
    response: { 200: Data(ConversationBasic) },
  },

  'POST /api/conversations/:id/restore': {
    allow: 'user',
    params: ById,
    response: { 200: Data(ConversationBasic) },
  },
})
