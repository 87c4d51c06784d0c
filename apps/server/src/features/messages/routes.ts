import { Data, Message, NewMessage, Nullable, Uuid } from '@papercups/contract'
import { Type } from 'typebox'
import { forbidden, Refusal } from '../../platform/errors.js'
import type { App } from '../../platform/http/app.js'
import { getConversation } from '../conversations/queries.js'
import { customerExists } from '../customers/queries.js'
import { createMessage } from './create-message.js'
import { listMessages } from './queries.js'

const Sent = Type.Object({
  ...NewMessage.properties,
  /** On behalf of a customer of the account; scripts that bring in old conversations do that. */
  customer_id: Type.Optional(Nullable(Uuid)),
  user_id: Type.Optional(Type.Unknown()),
})

const Number = Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 9_000_000_000_000_000 })))

export function routes(app: App) {
  app.post('/api/messages', {
    config: { allow: 'user' },
    schema: { body: Type.Object({ message: Sent }), response: { 201: Data(Message) } },
    async handler({ account, user, body }, reply) {
      const { customer_id, user_id, ...draft } = body.message
      if (customer_id && user_id != null) {
        throw new Refusal(422, 'A message should not have both a `user_id` and `customer_id`')
      }
      if (customer_id && !(await customerExists(account, customer_id)))
        throw forbidden('Forbidden: invalid `customer_id`')
      const message = await createMessage(account, customer_id ? { customer_id } : { user_id: user.id }, draft)
      return reply.code(201).header('location', `/api/messages/${message.id}`).send({ data: message })
    },
  })

  app.get('/api/conversations/:id/messages', {
    config: { allow: 'user' },
    schema: {
      params: Type.Object({ id: Uuid }),
      querystring: Type.Object({
        after: Number,
        before: Number,
        limit: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 500 }))),
      }),
      response: { 200: Data(Type.Array(Message)) },
    },
    async handler({ account, params, query: { after, before, limit } }) {
      const conversation = await getConversation(account, params.id)
      return { data: await listMessages(account, conversation.id, { after, before, limit: limit ?? 100 }) }
    },
  })
}
