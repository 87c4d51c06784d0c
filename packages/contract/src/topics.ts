import type { ConversationBasic } from './conversations.js'
import type { ImportProgress } from './customer-imports.js'
import type { Issue } from './issues.js'
import type { Message } from './messages.js'
import type { Tag } from './tags.js'

/** One connection's entry under a presence key. */
export interface PresenceMeta {
  online_at: string
  phx_ref: string
  phx_ref_prev?: string
  user_id?: number
  customer_id?: string
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
 * Somebody is writing at this moment. Nothing says that they stopped: the sign fades when no further one comes. An agent
 * pushes `typing`; with `{ private: true }` it is a note, and the customer is not told.
 */
export interface TeamTyping {
  user_id: number
}
export interface CustomerTyping {
  customer_id: string
}
/** As the customer is told: a name at most, never an address. */
export interface AgentTyping {
  user: { id: number; display_name: string | null }
}

/**
 * What became of the team's public messages: all up to this number that had no such time yet have it now. Null says
 * nothing about that time.
 */
export interface Receipts {
  conversation_id: string
  up_to: number
  delivered_at: string | null
  seen_at: string | null
}

interface Visit extends Present {
  shout: Message
  typing: AgentTyping
  'conversation:created': { id: string }
  /** Erased, with whoever wrote it. What they say next begins another one. */
  'conversation:deleted': { id: string }
}

/** What a socket may hear, topic by topic. The longer pattern comes first: a lobby is a conversation topic by its look. */
export interface Topics {
  /** The team behind the inbox. */
  [topic: `notification:${string}`]: Present & {
    shout: Message
    'conversation:created': { id: string }
    'conversation:updated': { id: string; updates: ConversationBasic & { tags?: Tag[] } }
    'message:updated': Receipts
    /** The message with its new words. */
    'message:edited': Message
    'mention:created': { conversation_id: string; message_id: string; user_ids: number[] }
    'scheduled_message:changed': { conversation_id: string }
    'customer:created': { id: string }
    'customer:updated': { id: string }
    /** And with them these conversations: nothing of them is left to ask for. */
    'customer:deleted': { id: string; conversation_ids: string[] }
    /** These conversations belong to the first of them now. */
    'customer:merged': { id: string; merged_id: string; conversation_ids: string[] }
    /** And these to the second again. */
    'customer:unmerged': { id: string; merged_id: string; conversation_ids: string[] }
    /** A file of customers is being read; many of them may be new. */
    'customer_import:changed': ImportProgress
    'note:changed': { id: string; customer_id: string }
    /** Made, changed or deleted: whoever shows some asks again. */
    'company:changed': { id: string }
    'tag:changed': { id: string }
    'issue:changed': { id: string }
    'segment:changed': { id: string }
  }
  /** A customer who waits for somebody to start a conversation with them. */
  [topic: `conversation:lobby:${string}`]: Visit
  /** The customer. */
  [topic: `conversation:${string}`]: Visit
  /** The agents who look at one conversation: who they are is its presence. */
  [topic: `viewing:${string}`]: Present & { typing: TeamTyping | CustomerTyping }
  /** Visitors who want to know whether somebody is there. */
  [topic: `room:${string}`]: Present
  /** The agents who look at one customer: the issues that are linked to them. */
  [topic: `issue:lobby:${string}`]: { 'issue:created': Issue }
}
