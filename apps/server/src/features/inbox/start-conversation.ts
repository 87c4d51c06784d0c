import type { ConversationBasic, NewMessage } from '@papercups/contract'
import type { Account } from '../../platform/account.js'
import { createConversation, type NewConversation } from '../conversations/create-conversation.js'
import { createMessage } from '../messages/create-message.js'

export type FirstMessage = Pick<NewMessage, 'body' | 'sent_at' | 'file_ids' | 'client_message_id'>

/** With its first message or not at all: a conversation that nobody could speak in would stay behind empty. */
export function startConversation(
  account: Account,
  draft: NewConversation,
  first: { user_id: number; message: FirstMessage } | undefined,
  actor: string | null,
): Promise<ConversationBasic> {
  // The first message is heard before the conversation that it belongs to: clients fetch the whole on the second.
  return createConversation(account, draft, actor, async (account, conversation_id) => {
    if (first) await createMessage(account, { user_id: first.user_id }, { ...first.message, conversation_id })
  })
}
