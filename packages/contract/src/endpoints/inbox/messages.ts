import { Type } from 'typebox'
import { Message, MessageChanges, MessageFilters, MessageList, MessageVersion, NewMessage } from '../../messages.js'
import { ById, Count, Data, Nothing, Omittable, Uuid } from '../../scalars.js'
import { defineEndpoints } from '../../endpoint.js'

const Sent = Type.Object({
  ...NewMessage.properties,
  /** Writes in the name of a customer of the account, for scripts that import old conversations. */
  customer_id: Omittable(Uuid),
  user_id: Type.Optional(Type.Unknown()),
})

const Number = Omittable(Type.Integer({ minimum: 0, maximum: 9_000_000_000_000_000 }))

const Limit = Omittable(Type.Integer({ minimum: 1, maximum: 500 }))

export const messagesEndpoints = defineEndpoints({
  'GET /api/messages': {
    allow: 'user',
    v1: { scope: 'messages' },
    query: Type.Object(
      {
        ...MessageFilters.properties,
        /** The `next` of the previous page. */
        after: Omittable(Type.String({ maxLength: 200 })),
        /** The last message of the previous page. */
        after_message_id: Omittable(Uuid),
        /** Without it: up to 10,000 messages. */
        limit: Limit,
      },
      { additionalProperties: false },
    ),
    response: { 200: MessageList },
  },

  'GET /api/messages/count': {
    allow: 'user',
    response: { 200: Data(Count) },
  },

  'POST /api/messages': {
    allow: 'user',
    v1: { scope: 'messages' },
    body: Type.Object({ message: Sent }),
    response: { 201: Data(Message) },
  },

  'GET /api/messages/:id': {
    allow: 'user',
    v1: { scope: 'messages' },
    params: ById,
    response: { 200: Data(Message) },
  },

  'PUT /api/messages/:id': {
    allow: 'user',
    v1: { scope: 'messages' },
    also: ['PATCH'],
    params: ById,
    body: Type.Object({ message: MessageChanges }),
    response: { 200: Data(Message) },
  },

  'GET /api/messages/:id/versions': {
    allow: 'admin',
    params: ById,
    response: { 200: Data(Type.Array(MessageVersion)) },
  },

  'DELETE /api/messages/:id': {
    allow: 'user',
    v1: { scope: 'messages' },
    params: ById,
    response: { 204: Nothing },
  },

  'GET /api/conversations/:id/messages': {
    allow: 'user',
    v1: { scope: 'messages' },
    params: ById,
    query: Type.Object({
      after: Number,
      before: Number,
      limit: Limit,
    }),
    response: { 200: Data(Type.Array(Message)) },
  },
})
