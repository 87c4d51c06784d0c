import type { Message } from '@papercups/contract'
import type { SocketClient, TopicSubscription } from '@papercups/wire'

type Name = `conversation:${string}`

interface Listener {
  /** The customer and the proof for joining. */
  identity(): object
  shouted(message: Message): void
  typing(name: string | null): void
  created(): void
  /** The visitor may rate the conversation, or has rated it in another tab. */
  rated(): void
  joined(): void
  /** The conversation does not exist. */
  gone(): void
  refused(): void
}

export const isSiteRefusal = (reason = '') => /site may not use/i.test(reason)

/** The one topic that a visitor joins: their conversation, or the lobby until they have one. */
export class ConversationTopic {
  readonly #line: SocketClient
  readonly #listener: Listener
  #topic: TopicSubscription<Name> | undefined
  #name = ''
  isJoined = false
  isSiteRefused = false

  constructor(line: SocketClient, listener: Listener) {
    this.#line = line
    this.#listener = listener
    line.watch(() => {
      if (line.state() !== 'online') this.isJoined = false
    })
  }

  get name() {
    return this.#name
  }

  join(name: Name) {
    if (this.#name === name) return
    this.leave()
    this.#name = name
    const { identity, shouted, typing, created, rated, joined } = this.#listener
    this.#topic = this.#line
      .topic(name, identity)
      .on('shout', (message) => shouted(message))
      .on('typing', ({ user }) => typing(user.display_name))
      .on('conversation:created', () => created())
      .on('rating:changed', () => rated())
      .on('conversation:deleted', () => this.#lose(name))
      .join({
        joined: () => {
          if (this.#name !== name) return
          this.isJoined = true
          this.isSiteRefused = false
          joined()
        },
        refused: ({ reason = '' }) => this.#refused(name, reason),
      })
  }

  leave() {
    this.#topic?.leave()
    this.#topic = undefined
    this.#name = ''
    this.isJoined = false
    this.isSiteRefused = false
  }

  async push(event: string, payload: object = {}) {
    if (!this.#topic) throw new Error('not joined')
    await this.#topic.push(event, payload)
  }

  /** The socket client retries by itself if the server is busy. */
  #refused(name: Name, reason: string) {
    if (this.#name !== name) return
    this.isJoined = false
    this.isSiteRefused = isSiteRefusal(reason)
    this.#listener.refused()
    if (/unauthori[sz]ed|not found/i.test(reason)) this.#lose(name)
  }

  #lose(name: Name) {
    if (this.#name !== name) return
    this.leave()
    this.#listener.gone()
  }
}
