import { Nullable } from '@papercups/contract'
import { Type } from 'typebox'
import type { Account } from '../../../platform/account.js'
import { forbidden, notFound } from '../../../platform/errors.js'
import { defineTopic, defineTopicEvent } from '../../../platform/realtime/topic.js'
import { UUID } from '../../account/accounts/named-account.js'
import { getConversation } from '../conversations/queries.js'
import { getUser } from '../../team/users/queries.js'

interface Viewer {
  account: Account
  conversation_id: string
  user: { id: number; display_name: string | null }
}

const Typing = Type.Object({ private: Type.Optional(Nullable(Type.Boolean())) })

/** Agents join while they have the conversation open. Also receives the customer's typing. */
const conversationView = defineTopic<Viewer>({
  name: 'viewing:{conversation_id}',
  allow: 'user',
  async join({ caller, params: { conversation_id = '' } }) {
    if (!caller) throw forbidden('Unauthorized')
    if (!UUID.test(conversation_id)) throw notFound('Conversation')
    const { account, user } = caller
    const [, { full_name, display_name }] = await Promise.all([
      getConversation(account, conversation_id),
      getUser(account, user.id),
    ])
    return {
      member: { account, conversation_id, user: { id: user.id, display_name: display_name ?? full_name ?? null } },
      presence: true,
      track: [{ topic: `viewing:${conversation_id}`, key: `user:${user.id}`, meta: { user_id: user.id } }],
    }
  },
  events: {
    typing: defineTopicEvent<Viewer, typeof Typing>({
      allow: 'user',
      input: Typing,
      async run({ account, conversation_id, user }, typing) {
        account.broadcast(`viewing:${conversation_id}`, 'typing', { user_id: user.id })
        // The customer must not notice that somebody writes a private note.
        if (!typing.private) account.broadcast(`conversation:${conversation_id}`, 'typing', { user })
      },
    }),
  },
})

export const topics = [conversationView]
