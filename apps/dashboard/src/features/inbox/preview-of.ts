import type { ConversationRow } from '../../entities/conversation/conversations.js'
import { firstWords } from '../../entities/message/first-words.js'
import { authorName } from '../../entities/person-name.js'

/** The last message of a conversation, with the name of its author if that is not the customer. */
export function previewOf({ last_message: message }: Pick<ConversationRow, 'last_message'>, userId: number) {
  if (!message) return 'No messages yet'
  if (!message.user_id) return firstWords(message)
  const isOwn = message.user_id === userId && message.type !== 'bot'
  return `${isOwn ? 'You' : authorName(message)}: ${firstWords(message)}`
}
