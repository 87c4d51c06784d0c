import type { ConversationBasic } from './conversations.js'
import type { Issue } from './issues.js'
import type { Message } from './messages.js'
import type { Rating } from './ratings.js'
import type { Tag } from './tags.js'

/** The events of an account by their public webhook names, with the payload that reactions of this process get. */
export interface DomainEvents {
  /** With the ids that the customer had before a merge, because their browsers may still use them. */
  'conversation:created': { conversation: ConversationBasic; former_customer_ids?: string[] }
  /** With the tags if they have changed. */
  'conversation:updated': { conversation: ConversationBasic; tags?: Tag[] }
  /** Erased with all its messages. */
  'conversation:deleted': { conversation: ConversationBasic }
  'message:created': { message: Message }
  /** An agent edited an agent's message. */
  'message:edited': { message: Message }
  'message:deleted': { message_id: string; conversation_id: string }
  /** A customer rated a closed conversation. */
  'csat:created': { rating: Rating }
  /** They changed the rating. */
  'csat:updated': { rating: Rating }
  /** Users who are mentioned in a message. */
  'mention:created': { conversation_id: string; message_id: string; user_ids: number[] }
  /** Created by the team. New visitors emit no event, because there are too many. */
  'customer:created': { customer_id: string }
  /** A visit after some time away, not every page. */
  'customer:visited': { customer_id: string }
  /** Also when their tags have changed. */
  'customer:updated': { customer_id: string }
  /** Erased with all their data. */
  'customer:deleted': { customer_id: string; conversations: ConversationBasic[] }
  /** The id of the merged customer now resolves to the kept one, who got these conversations. */
  'customer:merged': { customer_id: string; merged_customer_id: string; conversation_ids: string[] }
  /** The merge was undone: the merged customer and these conversations are back. */
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
  'issue:linked': { issue_id: string; customer_id: string; issue: Issue }
  'issue:unlinked': { issue_id: string; customer_id: string }
}
