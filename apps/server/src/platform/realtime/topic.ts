import type { Audience, PresenceState } from '@papercups/contract'
import type { Static, TObject } from 'typebox'
import type { Account } from '../account.js'
import type { Caller } from '../feature.js'
import type { Platform } from '../platform.js'

/** Somebody asks to hear a topic. Throw a Refusal to say no: its message is the reason they are given. */
export interface JoinRequest {
  platform: Platform
  /** Signed in, or a visitor. With `allow: 'user'` it is always there. */
  caller: Caller | undefined
  /** The ids in the topic's name. */
  params: Record<string, string>
  payload: Record<string, unknown>
  /** Another site than ours on whose page the socket was opened; undefined where there is none. */
  site: string | undefined
}

/** An entry in a topic's presence, for as long as the membership lasts. */
export interface Tracked {
  topic: string
  key: string
  meta: { user_id: number } | { customer_id: string }
}

export interface Membership<M = unknown> {
  /** Where this member shows as present; more than one topic is usual. */
  track?: Tracked[]
  /** Whose visitor this is, in a topic that visitors join: they can be asked to join again. */
  visits?: string
  /** Push this topic's presence to the member right after the join is answered. */
  presence?: boolean
  /** What the topic's events are handed: the account, the row that the join looked up. */
  member: M
}

/** So often a minute for one of these: a visitor, everybody of an account. A burst of a whole minute's worth is fine. */
export type EventLimit = Record<`${'visitor' | 'account'} ${string}`, number>

export interface TopicEvent<M = unknown, S extends TObject = TObject> {
  allow: Audience
  input: S
  /** The fields of it that are said on the side: what of them makes no sense is left out, not refused. */
  side?: TObject
  /** For who is not signed in, on however many sockets. The first that is used up is the answer: put the closest first. */
  limit?(member: M): EventLimit
  /** Its result is the reply's `response`; nothing is an empty one. */
  run(member: M, payload: Static<S>, caller: Caller | undefined): Promise<object | void>
}

export interface Topic {
  /** Its name with the ids that it carries: `conversation:{conversation_id}`. */
  name: string
  allow: Audience
  join(request: JoinRequest): Promise<Membership>
  events: Record<string, TopicEvent>
}

/** Checks each event against what the join hands on, then erases it for the registry. */
export function defineTopic<M>(topic: {
  name: string
  allow: Audience
  join(request: JoinRequest): Promise<Membership<M>>
  events: Record<string, TopicEvent<M>>
}) {
  return topic as unknown as Topic
}

/** Keeps the payload's type while the events of a topic stand in one record. */
export const defineTopicEvent = <M, S extends TObject>(event: TopicEvent<M, S>) => event as unknown as TopicEvent<M>

/** What the rest of the server needs of the sockets. */
export interface Realtime {
  /** Who is there, in all processes. */
  presence(topic: string): Promise<PresenceState>
  /** To every member of the topic, in every process, framed once. */
  broadcast(topic: string, event: string, payload: unknown): void
  /** The users behind the open sockets of this process. */
  callers(): Array<Caller['user']>
  /** Closes the users' sockets in this process until it can be known again who is signed in. Clients reconnect. */
  suspendSignedIn(): void
  /** Their sockets close at once, in every process: signed out, disabled, demoted. */
  disconnect(match: { session_id: string } | { user_id: number }): void
  /**
   * Visitors join again, in every process. All of an account: what they were let in by has changed, and they are out until
   * they are let in again. Or those who show as one customer: it is another one now, and they go on meanwhile.
   */
  readmit(match: { visitors_of: string } | { customer_id: string }): void
}

export type { Account }
