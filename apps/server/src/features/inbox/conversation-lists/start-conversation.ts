import type { ConversationBasic, NewMessage } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import type { Actor } from '../../../platform/actor.js'
import { Refusal } from '../../../platform/errors.js'
import { createConversation, type NewConversation } from '../conversations/create-conversation.js'
import { createMessage } from '../messages/create-message.js'

export type FirstMessage = Omit<NewMessage, 'conversation_id'>

/** With its first message or not at all: a conversation that nobody could speak in would stay behind empty. */
export async function startConversation(
  account: Account,
  draft: NewConversation,
  first: { user_id: number; message: FirstMessage } | undefined,
  actor: Actor | null,
): Promise<ConversationBasic> {
  // Nothing here writes mails to customers: a success would be an answer that never arrives.
  if (draft.source === 'email') throw new Refusal(422, 'Missing Gmail integration')
  // The first message is heard before the conversation that it belongs to: clients fetch the whole on the second.
  return createConversation(account, draft, actor, async (account, conversation_id) => {
    if (!first) return
    const author = { user_id: first.user_id }
    await createMessage(account, author, { ...first.message, conversation_id }, { keeps_state: true })
  })
}
