import type { ConversationBasic } from './conversations.js'
import type { Message } from './messages.js'

/** What happens in an account, by its public webhook name. The payload is what listeners in this process are handed. */
export interface DomainEvents {
  'conversation:created': { conversation: ConversationBasic }
  'conversation:updated': { conversation: ConversationBasic }
  'message:created': { message: Message }
}
