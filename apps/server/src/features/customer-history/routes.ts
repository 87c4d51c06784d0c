import { Data, Message, Nullable, PastConversation, Uuid } from '@papercups/contract'
import { Type } from 'typebox'
import { notFound } from '../../platform/errors.js'
import type { App } from '../../platform/http/app.js'
import { optionalId } from '../accounts/named-account.js'
import { listOwnMessages, listPastConversations } from './queries.js'

const Named = Type.Object({
  account_id: Uuid,
  inbox_id: Type.Optional(Nullable(Type.String({ maxLength: 64 }))),
})

// As everywhere on a visitor's side the customer's id is the capability: an unknown one has no conversations.
export function routes(app: App) {
  const { platform } = app

  app.get('/api/customers/:id/conversations', {
    config: { allow: 'public' },
    schema: {
      params: Type.Object({ id: Uuid }),
      querystring: Named,
      response: { 200: Data(Type.Array(PastConversation)) },
    },
    async handler({ params, query: { account_id, inbox_id } }) {
      return { data: await listPastConversations(platform.account(account_id), params.id, optionalId(inbox_id)) }
    },
  })

  app.get('/api/customers/:id/conversations/:conversation_id', {
    config: { allow: 'public' },
    schema: {
      params: Type.Object({ id: Uuid, conversation_id: Uuid }),
      querystring: Type.Object({ account_id: Uuid }),
      response: { 200: Data(Type.Array(Message)) },
    },
    async handler({ params: { id, conversation_id }, query: { account_id } }) {
      const messages = await listOwnMessages(platform.account(account_id), id, conversation_id)
      if (!messages) throw notFound('Conversation')
      return { data: messages }
    },
  })
}
