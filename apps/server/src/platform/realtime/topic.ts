import type { Audience, PresenceMeta, PresenceState } from '@papercups/contract'
import type { Static, TObject } from 'typebox'
import type { Caller } from '../feature.js'
import type { Platform } from '../platform.js'

/** A client asks to join a topic. Throw a HttpError to refuse: the client gets its message as the reason. */
export interface JoinRequest {
  platform: Platform
  /** Undefined for a visitor. Always set with `allow: 'user'`. */
  caller: Caller | undefined
  /** The ids in the topic's name. */
  params: Record<string, string>
  payload: Record<string, unknown>
  /** The site whose page opened the socket, if it is not ours. */
  site: string | undefined
}

/** An entry in a topic's presence, for as long as the membership lasts. */
export interface Tracked {
  topic: string
  key: string
  meta: Omit<PresenceMeta, 'online_at' | 'phx_ref' | 'phx_ref_prev'>
}

export interface Membership<M = unknown> {
  /** The topics in which this member is shown as present, usually several. */
  track?: Tracked[]
  /** The account of a visitor. `rejoinVisitors` finds the visitors of an account by it. */
  visits?: string
  /** Push the topic's presence to the member right after the reply to the join. */
  presence?: boolean
  /** Passed to the topic's events: for example the account, or the row that the join found. */
  member: M
}

/** Events per minute of one visitor, or of all visitors of an account. The whole minute's worth may come at once. */
export type EventLimit = Array<[key: `${'visitor' | 'account'} ${string}`, per_minute: number]>

export interface TopicEvent<M = unknown, S extends TObject = TObject> {
  allow: Audience
  input: S
  /** Optional extra fields. Invalid values are dropped, not refused. */
  side?: TObject
  /** For visitors, over all their sockets. The first limit that is used up refuses: put the narrowest first. */
  limit?(member: M): EventLimit
  /** Changes the member's own presence entries. Sent to the others before the event runs. */
  present?(payload: Static<S>): Tracked['meta']
  /** The result is the reply's `response`. No result means an empty one. */
  run(member: M, payload: Static<S>, caller: Caller | undefined): Promise<object | void>
}

export interface Topic {
  /** The name with its parameters: `conversation:{conversation_id}`. */
  name: string
  allow: Audience
  /** A member that reads too slowly has to join again, but its connection stays. What it missed is lost. */
  lossy?: boolean
  join(request: JoinRequest): Promise<Membership>
  events: Record<string, TopicEvent>
}

/** Checks the events against the type of `member`, then erases that type for the registry. */
export function defineTopic<M>(topic: {
  name: string
  allow: Audience
  lossy?: boolean
  join(request: JoinRequest): Promise<Membership<M>>
  events: Record<string, TopicEvent<M>>
}) {
  return topic as unknown as Topic
}

/** Keeps the payload's type, which a record of events would lose. */
export const defineTopicEvent = <M, S extends TObject>(event: TopicEvent<M, S>) => event as unknown as TopicEvent<M>

/** What the rest of the server uses. */
export interface Realtime {
  /** In all processes. */
  presence(topic: string): Promise<PresenceState>
  /** Whether anybody is present in a topic that has a member in this process. */
  isAnybodyPresent(topic: string): boolean
  /** Whether a broadcast to the topic may reach anybody. With several processes it is not known, and the answer is yes. */
  hasListeners(topic: string): boolean
  /** To every member of the topic, in all processes. */
  broadcast(topic: string, event: string, payload: unknown): void
  /** The users behind the open sockets of this process. */
  callers(): Array<Caller['user']>
  /** Closes the users' sockets in this process while sessions cannot be checked. Clients reconnect. */
  suspendSignedIn(): void
  /** Closes sockets at once, in all processes: signed out, disabled, demoted. */
  disconnect(match: { session_id: string } | { user_id: number }): void
  /**
   * Asks visitors to rejoin, in all processes. All visitors of an account are removed until they have rejoined, because the
   * rules for them changed. The visitors of one customer, who was merged into another, stay members meanwhile.
   */
  rejoinVisitors(match: { visitors_of: string } | { customer_id: string }): void
}
