import {
  Data,
  Message,
  MessageChanges,
  MessageFilters,
  MessageList,
  MessageVersion,
  NewMessage,
  Nothing,
  Nullable,
  Uuid,
} from '@papercups/contract'
import { Type } from 'typebox'
import { notFound, Refusal } from '../../../platform/errors.js'
import type { App } from '../../../platform/http/app.js'
import { streamJson } from '../../../platform/http/stream-json.js'
import { getConversation } from '../conversations/queries.js'
import { currentIdOf } from '../../people/customers/merged-ids.js'
import { customerExists } from '../../people/customers/queries.js'
import { countMessages, listAllMessages, readCursor, writeAllMessages } from './all-messages.js'
import { deleteMessage, updateMessage } from './change-message.js'
import { createMessage } from './create-message.js'
import { getMessage, listMessages } from './queries.js'
import { listVersions } from './versions.js'

const Sent = Type.Object({
  ...NewMessage.properties,
  /** On behalf of a customer of the account; scripts that bring in old conversations do that. */
  customer_id: Type.Optional(Nullable(Uuid)),
  user_id: Type.Optional(Type.Unknown()),
})

const Number = Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 9_000_000_000_000_000 })))

const ById = Type.Object({ id: Uuid })
const Limit = Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 500 })))

export function routes(app: App) {
  app.get('/api/messages', {
    config: { allow: 'user' },
    schema: {
      querystring: Type.Object(
        {
          ...MessageFilters.properties,
          /** The `next` of the page before. */
          after: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
          /** The last message of the page before. */
          after_message_id: Type.Optional(Nullable(Uuid)),
          /** Without it: up to 10,000 messages. */
          limit: Limit,
        },
        { additionalProperties: false },
      ),
      response: { 200: MessageList },
    },
    async handler({ account, query: { after, after_message_id, limit, ...filters } }, reply) {
      const start = { after: after ? readCursor(after) : undefined, after_message_id }
      if (limit) return listAllMessages(account, filters, { ...start, limit })
      return streamJson(reply, writeAllMessages(account, filters, start))
    },
  })

  app.get('/api/messages/count', {
    config: { allow: 'user' },
    schema: { response: { 200: Data(Type.Object({ count: Type.Integer({ minimum: 0 }) })) } },
    async handler({ account }) {
      return { data: { count: await countMessages(account) } }
    },
  })

  app.post('/api/messages', {
    config: { allow: 'user' },
    schema: { body: Type.Object({ message: Sent }), response: { 201: Data(Message) } },
    async handler({ account, user, body }, reply) {
      const { customer_id: named, user_id, ...draft } = body.message
      const customer_id = named && (await currentIdOf(account, named))
      if (customer_id && user_id != null) {
        throw new Refusal(422, 'A message should not have both a `user_id` and `customer_id`')
      }
      if (customer_id && !(await customerExists(account, customer_id))) throw notFound('Customer')
      const author = customer_id ? { customer_id, posted_by: user.id } : { user_id: user.id }
      const message = await createMessage(account, author, draft)
      return reply.code(201).header('location', `/api/messages/${message.id}`).send({ data: message })
    },
  })

  app.get('/api/messages/:id', {
    config: { allow: 'user' },
    schema: { params: ById, response: { 200: Data(Message) } },
    async handler({ account, params }) {
      return { data: await getMessage(account, params.id) }
    },
  })

  app.route({
    method: ['PUT', 'PATCH'],
    url: '/api/messages/:id',
    config: { allow: 'user' },
    schema: { params: ById, body: Type.Object({ message: MessageChanges }), response: { 200: Data(Message) } },
    async handler({ account, user, params, body }) {
      return { data: await updateMessage(account, user, params.id, body.message) }
    },
  })

  app.get('/api/messages/:id/versions', {
    config: { allow: 'admin' },
    schema: { params: ById, response: { 200: Data(Type.Array(MessageVersion)) } },
    async handler({ account, params }) {
      return { data: await listVersions(account, params.id) }
    },
  })

  app.delete('/api/messages/:id', {
    config: { allow: 'user' },
    schema: { params: ById, response: { 204: Nothing } },
    async handler({ account, params }, reply) {
      await deleteMessage(account, params.id)
      return reply.code(204).send()
    },
  })

  app.get('/api/conversations/:id/messages', {
    config: { allow: 'user' },
    schema: {
      params: ById,
      querystring: Type.Object({
        after: Number,
        before: Number,
        limit: Limit,
      }),
      response: { 200: Data(Type.Array(Message)) },
    },
    async handler({ account, params, query: { after, before, limit } }) {
      const conversation = await getConversation(account, params.id)
      return { data: await listMessages(account, conversation.id, { after, before, limit: limit ?? 100 }) }
    },
  })
}
