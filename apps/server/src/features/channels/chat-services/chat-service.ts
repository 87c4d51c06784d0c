import type { Message } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import type { Platform } from '../../../platform/platform.js'
import type { ConversationRow } from '../../inbox/conversations/present.js'
import type { getCustomer } from '../../people/customers/queries.js'

/**
 * An outside service in whose channels the team reads and answers conversations. Each one is a folder under
 * src/integrations that calls `defineChatService` with this; nothing else knows the service.
 */
export interface ChatService<Post = unknown> {
  /** The name of its folder. It is stored with connections, threads and posts. */
  id: string
  /** As people write it. */
  name: string
  /** Its channels belong to customers alone: what they wrote elsewhere is not sent to them. */
  only_answers?: boolean
  /**
   * Splits a message into the posts that show it. The first post of a conversation starts the thread. Without a network:
   * the same message gives the same posts, also after a crash.
   */
  compose(context: ServiceContext, outgoing: Outgoing): Post[]
  /** Sends one post. Returns the service's id of it. Throws a `ServiceError`. */
  send(context: ServiceContext, post: Post, place: PostPlace): Promise<string>
  /** The ids of the posts that arrived before a crash, in their order. Asked only if it is not known. */
  findSent(context: ServiceContext, outgoing: Outgoing): Promise<string[]>
  /** Changes posts after their message was edited. */
  edit?(context: ServiceContext, outgoing: Outgoing, post_ids: string[]): Promise<void>
  /** Deletes a post after its message was deleted. The first post of a thread stays, with `DELETED` as its text. */
  remove?(context: ServiceContext, post: SentPost): Promise<unknown>
  /** Shows the state of the conversation at the first post of its thread. */
  showState?(context: ServiceContext, thread: ThreadState): Promise<void>
  /** Handles one event that the service sent. It may run again after a crash. */
  take(account: Account, platform: Platform, body: Record<string, unknown>): Promise<void>
  /** For a service that does not call us about new posts. */
  poll?: {
    everySeconds(platform: Platform): number
    /** Stores what is new as events. Each is taken once, so it may store some again. Throws a `ServiceError`. */
    read(context: ServiceContext, store: (event: NewEvent) => Promise<void>): Promise<void>
  }
}

/** An event of a service before it is stored. */
export interface NewEvent {
  /** The service's name for it: each is taken once. */
  event_id: string
  /** Events with the same key are handled in the order in which they came. */
  order_key: string
  body: object
}

/** What a call of the service needs: the account, and its connection with the tokens. */
export interface ServiceContext {
  platform: Platform
  account: Account
  connection: Connection
}

/** A connection with its tokens readable. */
export interface Connection {
  id: string
  service: string
  /** `account`: a service that is no chat, and that the whole account uses. `personal`: of one user. */
  kind: 'reply' | 'support' | 'account' | 'personal'
  inbox_id: string | null
  team_id: string | null
  team_name: string | null
  channel_id: string | null
  channel_name: string | null
  bot_user_id: string | null
  details: Record<string, unknown>
  settings: Record<string, unknown>
  secrets: Record<string, string>
}

/** A message on its way to a channel. */
export interface Outgoing {
  /** Marks the posts, so that `findSent` finds them. */
  delivery_id: string
  message: Message
  conversation: ConversationRow & { first_replied_at: Date | null }
  customer: Awaited<ReturnType<typeof getCustomer>>
  channel_id: string
  /** Undefined: this message starts the thread. */
  thread_id: string | undefined
}

export interface PostPlace {
  delivery_id: string
  /** Counts the posts of one message from 0. */
  part: number
  channel_id: string
  thread_id: string | undefined
}

export interface SentPost {
  post_id: string
  channel_id: string
  thread_id: string | undefined
}

/** In place of the first message of a thread: without it, the thread would be gone in some services. */
export const DELETED = 'This message was deleted.'

export interface ThreadState extends Omit<Outgoing, 'message' | 'delivery_id' | 'thread_id'> {
  thread_id: string
  /** The message that started the thread. */
  message: Message
}

/**
 * Why a service did not do what we asked:
 * - `refused`: it will never take this post. The message is marked, and the next one is sent.
 * - `revoked`: the token is not valid any more. Everything waits until an admin connects again.
 * - `limited`: too many calls. Everything waits as long as the service says.
 * - `unavailable`: no usable answer. The post may have arrived.
 */
export type ServiceFailure = 'refused' | 'revoked' | 'limited' | 'unavailable'

export class ServiceError extends Error {
  readonly failure: ServiceFailure
  readonly retry_after_seconds: number | undefined
  /** A part of the message arrived. The next attempt looks for it with `findSent`. */
  is_partly_sent = false

  /** `reason` is the service's own word for it, for example `channel_not_found`. It is shown to the team. */
  constructor(failure: ServiceFailure, reason: string, retry_after_seconds?: number) {
    super(reason.slice(0, 200))
    this.failure = failure
    this.retry_after_seconds = retry_after_seconds
  }
}
