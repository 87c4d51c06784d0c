import type { ConversationBasic } from './conversations.js'
import type { Message } from './messages.js'

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

/** What a socket may hear, topic by topic. The longer pattern comes first: a lobby is a conversation topic by its look. */
export interface Topics {
  /** The team behind the inbox. */
  [topic: `notification:${string}`]: Present & {
    shout: Message
    'conversation:created': { id: string }
    'conversation:updated': { id: string; updates: ConversationBasic }
  }
  /** A customer who waits for somebody to start a conversation with them. */
  [topic: `conversation:lobby:${string}`]: Present & { shout: Message; 'conversation:created': { id: string } }
  /** The customer. */
  [topic: `conversation:${string}`]: Present & { shout: Message; 'conversation:created': { id: string } }
  /** Visitors who want to know whether somebody is there. */
  [topic: `room:${string}`]: Present
}
