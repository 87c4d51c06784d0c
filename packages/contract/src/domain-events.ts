import type { ConversationBasic } from './conversations.js'
import type { Issue } from './issues.js'
import type { Message } from './messages.js'
import type { Tag } from './tags.js'

/** What happens in an account, by its public webhook name. The payload is what listeners in this process are handed. */
export interface DomainEvents {
  /** With the ids that its customer had before a merge: their browsers may still wait under those. */
  'conversation:created': { conversation: ConversationBasic; former_customer_ids?: string[] }
  /** With its tags where those have changed. */
  'conversation:updated': { conversation: ConversationBasic; tags?: Tag[] }
  /** For good, with all that was said in it. */
  'conversation:deleted': { conversation: ConversationBasic }
  'message:created': { message: Message }
  /** An agent changed the words of an agent's message. */
  'message:edited': { message: Message }
  /** Colleagues who are named in a message. */
  'mention:created': { conversation_id: string; message_id: string; user_ids: number[] }
  /** By somebody of the team: visitors come by the thousand, and nobody waits for one. */
  'customer:created': { customer_id: string }
  /** On the site, after they were away for a while; not with each page. */
  'customer:visited': { customer_id: string }
  /** Also when their tags have changed. */
  'customer:updated': { customer_id: string }
  /** With all that was theirs. */
  'customer:deleted': { customer_id: string; conversations: ConversationBasic[] }
  /** Two were one person: the second's id means the first from now on. These conversations came over. */
  'customer:merged': { customer_id: string; merged_customer_id: string; conversation_ids: string[] }
  /** They were two after all: the second is back, and these conversations with them. */
  'customer:unmerged': { customer_id: string; merged_customer_id: string; conversation_ids: string[] }
  'note:created': { note_id: string; customer_id: string }
  'note:updated': { note_id: string; customer_id: string }
  'note:deleted': { note_id: string; customer_id: string }
  'company:created': { company_id: string }
  'company:updated': { company_id: string }
  'company:deleted': { company_id: string }
  'tag:created': { tag_id: string }
  'tag:updated': { tag_id: string }
  'tag:deleted': { tag_id: string }
  'segment:created': { segment_id: string }
  'segment:updated': { segment_id: string }
  'segment:deleted': { segment_id: string }
  'issue:created': { issue_id: string }
  'issue:updated': { issue_id: string }
  'issue:deleted': { issue_id: string }
  /** A customer is waiting for it from now on. */
  'issue:linked': { issue_id: string; customer_id: string; issue: Issue }
  'issue:unlinked': { issue_id: string; customer_id: string }
}
