import type { Message } from '@papercups/contract'
import type { SocketClient, TopicSubscription } from '@papercups/wire'

export interface TopicListener {
  /** The customer and the proof for joining. */
  identity(): object
  shouted(message: Message): void
  typing(id: string, name: string | null): void
  created(): void
  /** The visitor may rate the conversation, or has rated it in another tab. */
  rated(): void
  joined(id: string): void
  /** The conversation does not exist, or is not this visitor's. */
  gone(id: string): void
  refused(): void
}

const TYPING_MS = 3000

export const isSiteRefusal = (reason = '') => /site may not use/i.test(reason)

/** The topic of one conversation, or the lobby, in which the visitor hears of a new conversation. */
export class ConversationTopic {
  readonly #topic: TopicSubscription<`conversation:${string}`>
  readonly #stopWatching: () => void
  /** The visitor has seen replies, and the server does not know yet. */
  isSeenOwed = false
  #typed = 0
  isJoined = false
  isSiteRefused = false

  constructor(line: SocketClient, id: string, listener: TopicListener) {
    const { identity, shouted, typing, created, rated, joined, gone, refused } = listener
    this.#stopWatching = line.watch(() => {
      if (line.state() !== 'online') this.isJoined = false
    })
    this.#topic = line
      .topic(`conversation:${id}`, identity)
      .on('shout', (message) => shouted(message))
      .on('typing', ({ user }) => typing(id, user.display_name))
      .on('conversation:created', () => created())
      .on('rating:changed', () => rated())
      .on('conversation:deleted', () => gone(id))
      .join({
        joined: () => {
          this.isJoined = true
          this.isSiteRefused = false
          joined(id)
        },
        // The socket client retries by itself if the server is busy.
        refused: ({ reason = '' }) => {
          this.isJoined = false
          this.isSiteRefused = isSiteRefusal(reason)
          refused()
          if (/unauthori[sz]ed|not found/i.test(reason)) gone(id)
        },
      })
  }

  push(event: string, payload: object = {}) {
    return this.#topic.push(event, payload)
  }

  /** The server then counts all replies as seen. So this is repeated only while the visitor looks at the newest one. */
  reportSeen() {
    this.isSeenOwed = !this.isJoined
    if (this.isJoined) this.push('messages:seen').catch(() => (this.isSeenOwed = true))
  }

  /** An older server may reject this event, which does no harm, here and below. */
  reportDelivered(up_to: number) {
    this.push('messages:delivered', { up_to }).catch(() => {})
  }

  /** Reports typing at most once per interval. */
  reportTyping() {
    if (!this.isJoined || Date.now() - this.#typed < TYPING_MS) return
    this.#typed = Date.now()
    this.push('typing').catch(() => {})
  }

  leave() {
    this.#stopWatching()
    this.#topic.leave()
  }
}

/** The topics that this tab has joined, by the id of their conversation. */
export class ConversationTopics {
  readonly #line: SocketClient
  readonly #listener: TopicListener
  readonly #topics = new Map<string, ConversationTopic>()

  constructor(line: SocketClient, listener: TopicListener) {
    this.#line = line
    this.#listener = listener
  }

  of(id: string) {
    return this.#topics.get(id)
  }

  join(id: string) {
    const topic = this.#topics.get(id) ?? new ConversationTopic(this.#line, id, this.#listener)
    this.#topics.set(id, topic)
    return topic
  }

  /** Joins these topics and leaves all others. */
  keep(ids: Set<string>) {
    for (const id of this.#topics.keys()) if (!ids.has(id)) this.leave(id)
    for (const id of ids) this.join(id)
  }

  leave(id: string) {
    this.#topics.get(id)?.leave()
    this.#topics.delete(id)
  }
}
