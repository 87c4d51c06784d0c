import type { Message } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { toConversationBasic } from '../conversations/present.js'
import { toConversationRow, type StoredMessage } from './store-message.js'

/** What the statement has logged. */
export function announceStored(account: Account, message: Message, stored: StoredMessage) {
  account.announce('message:created', { message })
  const user_ids = stored.mentioned_user_ids ?? []
  const { id: message_id, conversation_id } = message
  if (user_ids.length > 0) account.announce('mention:created', { conversation_id, message_id, user_ids })
  if (stored.changed_conversation) {
    const conversation = toConversationBasic(toConversationRow(stored.changed_conversation))
    account.announce('conversation:updated', { conversation })
  }
}
