import type { ConversationBasic } from './conversations.js'
import type { ServiceDelivery } from './connected-services.js'
import type { ImportProgress } from './customer-imports.js'
import type { Issue } from './issues.js'
import type { LambdaRunChange } from './lambdas.js'
import type { ConversationEmail } from './message-emails.js'
import type { Message } from './messages.js'
import type { Tag } from './tags.js'

/** One connection's entry under a presence key. */
export interface PresenceMeta {
  online_at: string
  phx_ref: string
  phx_ref_prev?: string
  user_id?: number
  customer_id?: string
  /** Of a recorder, and of an agent who watches its session. */
  account_id?: string
  session_id?: string
  /** The visitor's tab is visible. Since when, as a date and time. */
  active?: boolean
  ts?: string
  /** An agent watches: recorders of the original record only then. */
  admin?: true
}
export type PresenceState = Record<string, { metas: PresenceMeta[] }>
export interface PresenceDiff {
  joins: PresenceState
  leaves: PresenceState
}

interface Present {
  presence_state: PresenceState
  presence_diff: PresenceDiff
}

/**
 * Somebody is typing now. No event says that they stopped: clients hide the indicator after a while. Agents push
 * `typing`; with `{ private: true }` they type a note, and the customer gets no event.
 */
export interface TeamTyping {
  user_id: number
}
export interface CustomerTyping {
  customer_id: string
}
/** For the customer: at most a name, never an email. */
export interface AgentTyping {
  user: { id: number; display_name: string | null }
}

/**
 * Receipts of the team's public messages: every message up to this number that had no such time gets it now. A null
 * time is unchanged.
 */
export interface Receipts {
  conversation_id: string
  up_to: number
  delivered_at: string | null
  seen_at: string | null
}

/** An agent points at something in the visitor's page: a node of rrweb, and a place in it as parts of its size. */
export interface Pointer {
  id: number
  x: number
  y: number
}

/** The topics of a recorder, of those who watch its session, and of all sessions. */
interface Recording extends Present {
  /** For agents: a batch as the recorder sent it, compressed or not. The server has not read it. */
  'replay:events': { events: string | unknown[]; customer_id: string | null }
  /** The same for dashboards of the original, one event at a time. */
  'replay:event:emitted': { event: unknown; customer_id: string | null }
  /** For agents: the visitor agreed that agents may point, or refused. */
  'pointer:answer': { agreed: boolean }
  /** For the recorder, with the name of the agent. */
  'pointer:ask': { name: string }
  'pointer:show': Pointer & { name: string }
  'pointer:hide': { name: string }
}

interface Visit extends Present {
  shout: Message
  typing: AgentTyping
  'conversation:created': { id: string }
  /** The conversation was erased with its customer. A next message starts a new one. */
  'conversation:deleted': { id: string }
  /** The customer may rate the conversation, or no longer, or has rated it in another tab. */
  'rating:changed': { conversation_id: string }
}

/** The events of each topic. The longer pattern comes first, because a lobby also matches the conversation pattern. */
export interface Topics {
  /** The team behind the inbox. */
  [topic: `notification:${string}`]: Present & {
    shout: Message
    'conversation:created': { id: string }
    'conversation:updated': { id: string; updates: ConversationBasic & { tags?: Tag[] } }
    'message:updated': Receipts
    /** The message with its new text. */
    'message:edited': Message
    /** A mail of the message was queued, sent or came back. */
    'email:changed': ConversationEmail
    /** A message could not be sent to a service, or it is tried again. */
    'service_delivery:changed': ServiceDelivery
    'mention:created': { conversation_id: string; message_id: string; user_ids: number[] }
    /** A customer rated the conversation, or changed the rating. */
    'rating:changed': { conversation_id: string }
    'scheduled_message:changed': { conversation_id: string }
    'customer:created': { id: string }
    'customer:updated': { id: string }
    /** These conversations were erased with the customer. */
    'customer:deleted': { id: string; conversation_ids: string[] }
    /** These conversations moved to the kept customer. */
    'customer:merged': { id: string; merged_id: string; conversation_ids: string[] }
    /** These conversations moved back. */
    'customer:unmerged': { id: string; merged_id: string; conversation_ids: string[] }
    /** Progress of an import. Many customers may be new. */
    'customer_import:changed': ImportProgress
    /** It has progressed. Only admins can read it, so its numbers are not sent. */
    'intercom_import:changed': { id: string }
    'note:changed': { id: string; customer_id: string }
    /** Created, changed or deleted: pages that show one read it again. */
    'company:changed': { id: string }
    'tag:changed': { id: string }
    'issue:changed': { id: string }
    'segment:changed': { id: string }
    'canned_response:changed': { id: string }
    'lambda_run:changed': LambdaRunChange
  }
  /** A customer without a conversation, who waits for the team to start one. */
  [topic: `conversation:lobby:${string}`]: Visit
  /** The customer. */
  [topic: `conversation:${string}`]: Visit
  /** The agents who have a conversation open, as presence. */
  [topic: `viewing:${string}`]: Present & { typing: TeamTyping | CustomerTyping }
  /** Visitors, who see here whether agents are online. */
  [topic: `room:${string}`]: Present
  /**
   * `events:<account>:<session>` is the recorder's topic: the agents who watch are present in it. Agents watch a session in
   * `events:admin:<account>:<session>:batches`, dashboards of the original without `:batches`. The sessions whose recorders
   * are connected are present in `events:admin:<account>:all`.
   */
  [topic: `events:${string}`]: Recording
  /** The agents who have a customer's page open: changes of the linked issues. */
  [topic: `issue:lobby:${string}`]: { 'issue:created': Issue; 'issue:updated': Issue }
}
