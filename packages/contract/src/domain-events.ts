import type { ConversationBasic } from './conversations.js'
import type { Message } from './messages.js'
import type { Tag } from './tags.js'

/** What happens in an account, by its public webhook name. The payload is what listeners in this process are handed. */
export interface DomainEvents {
  'conversation:created': { conversation: ConversationBasic }
  /** With its tags where those have changed. */
  'conversation:updated': { conversation: ConversationBasic; tags?: Tag[] }
  'message:created': { message: Message }
  /** Colleagues who are named in a message. */
  'mention:created': { conversation_id: string; message_id: string; user_ids: number[] }
}
