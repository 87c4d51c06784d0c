import { Type } from 'typebox'
import { ById, Count, Data, Line, Metadata, Nullable, Omittable, UserId, Uuid } from '../../scalars.js'
import { MessageSource, NewMessage } from '../../messages.js'
import {
  Conversation,
  ConversationBasic,
  ConversationFilters,
  ConversationPage,
  ConversationPriority,
  ConversationStatus,
  UnreadCounts,
} from '../../conversations.js'
import { ProofFields } from '../../widget-security.js'
import { defineEndpoints } from '../../endpoint.js'

/** The fields of a new conversation. */
export const NewConversation = Type.Object({
  account_id: Omittable(Uuid),
  customer_id: Omittable(Uuid),
  inbox_id: Omittable(Type.String({ maxLength: 64 })),
  source: Omittable(MessageSource),
  subject: Omittable(Line),
  metadata: Omittable(Metadata),
  assignee_id: Omittable(UserId),
  priority: Omittable(ConversationPriority),
  status: Omittable(ConversationStatus),
  read: Omittable(Type.Boolean()),
  message: Omittable(Type.Omit(NewMessage, ['conversation_id'])),
})

const OneOrMore = (maximum: number) => Omittable(Type.Integer({ minimum: 1, maximum }))

export const conversationListsEndpoints = defineEndpoints({
  'GET /api/conversations': {
    allow: 'user',
    v1: { scope: 'everything' },
    query: Type.Object(
      {
        ...ConversationFilters.properties,
        limit: Omittable(Type.String({ maxLength: 20 })),
        after: Omittable(Type.String({ maxLength: 200 })),
        message_limit: OneOrMore(50),
      },
      { additionalProperties: false },
    ),
    response: { 200: ConversationPage },
  },

  'POST /api/conversations': {
    allow: 'public',
    v1: { scope: 'everything' },
    body: Type.Object({ conversation: NewConversation, ...ProofFields }),
    response: { 201: Data(ConversationBasic) },
  },

  'GET /api/conversations/customer': {
    allow: 'public',
    query: Type.Object({
      customer_id: Uuid,
      account_id: Uuid,
      inbox_id: Omittable(Type.String({ maxLength: 64 })),
      ...ProofFields,
    }),
    response: { 200: Data(Type.Array(Conversation)) },
  },

  'GET /api/conversations/unread': {
    allow: 'user',
    response: { 200: Data(UnreadCounts) },
  },

  'GET /api/conversations/count': {
    allow: 'user',
    query: Type.Object(ConversationFilters.properties, { additionalProperties: false }),
    response: { 200: Data(Count) },
  },

  'GET /api/conversations/:id/previous': {
    allow: 'user',
    params: ById,
    query: Type.Object({ message_limit: OneOrMore(1_000) }),
    response: { 200: Data(Nullable(Conversation)) },
  },

  'GET /api/conversations/:id/related': {
    allow: 'user',
    params: ById,
    query: Type.Object({ limit: OneOrMore(50) }),
    response: { 200: Data(Type.Array(Conversation)) },
  },

  'GET /api/conversations/:id': {
    allow: 'user',
    v1: { scope: 'everything' },
    params: ById,
    query: Type.Object({ message_limit: OneOrMore(1_000) }),
    response: { 200: Data(Conversation) },
  },
})
