import { ApiError, applyDiff, createDelivery, createOutbox, oneAtATime, type Outbox } from '@papercups/client-core'
import type { Conversation, Message, PresenceState } from '@papercups/contract'
import { openSocket, type SocketClient } from '@papercups/wire'
import { createApi, type Api } from '../lib/api.js'
import { ConversationTopic, isSiteRefusal } from './conversation-topic.js'
import { embeddingSite } from '../lib/embedding-site.js'
import { isUnseenReply, type Draft, type OutboxEntry } from './messages.js'
import type { FrameOptions } from '../lib/params.js'
import { OUTBOX, type FrameStore } from '../lib/storage.js'
import { Visitor } from './visitor.js'

interface Audience {
  /** The connection, the outbox or the acknowledged messages have changed. */
  changed(): void
  /** All messages of a conversation. `another`: it is not the one shown before, so none of them is new. */
  fetched(messages: Message[], another: boolean): void
  shouted(message: Message): void
  typing(name: string | null): void
  rated(): void
  present(presence: PresenceState): void
  customerKnown(customerId: string): void
  conversationKnown(conversationId: string, customerId: string): void
}

const TYPING_MS = 3000

/** Connects the visitor with the server: identity, conversation and unsent messages. */
export class Session {
  readonly api: Api
  readonly visitor: Visitor
  readonly outbox: Outbox<Draft>
  readonly line: SocketClient
  /** Acknowledged entries. They are shown as sent until the stored messages arrive. */
  readonly acknowledged = new Map<string, OutboxEntry>()
  readonly #key: string
  readonly #store: FrameStore
  readonly #audience: Audience
  readonly #topic: ConversationTopic
  /** Sends the outbox. `true` stops waiting for answers on an earlier connection. */
  readonly #deliver: (anew?: boolean) => void
  #presence: PresenceState = {}
  #isRoomRefused = false
  #typed = 0
  /** The earlier conversation that the visitor opened. */
  #chosen = ''
  /** The visitor has started a new conversation without a message. */
  #anew = false
  /** The conversation whose messages are shown. */
  #shown = ''

  constructor({ token, inbox, ...options }: FrameOptions, store: FrameStore, key: string, audience: Audience) {
    this.#key = key
    this.#store = store
    this.#audience = audience
    this.api = createApi(token, inbox, () => this.visitor)
    this.outbox = createOutbox<Draft>(store, key + OUTBOX, () => audience.changed())
    this.visitor = new Visitor(this.api, store, key, { token, inbox, ...options })
    this.#deliver = createDelivery(this.outbox, {
      isReady: () => this.#reachConversation(),
      send: (entry) => this.#push(entry),
      explain: ({ message }) => message,
    })
    const site = embeddingSite(window)
    const params = { account_id: token, ...(inbox && { inbox_id: inbox }), ...(site && { site }) }
    this.line = openSocket({ url: '/socket', params: () => params })
    this.#topic = new ConversationTopic(this.line, {
      identity: () => this.identity,
      shouted: (message) => audience.shouted(message),
      typing: (name) => audience.typing(name),
      created: () => void this.refresh(),
      rated: () => audience.rated(),
      joined: () => this.#joined(),
      gone: () => this.#conversationGone(),
      refused: () => audience.changed(),
    })
    this.line
      .topic(`room:${token}`, { inbox_id: inbox })
      .on('presence_state', (presence) => audience.present((this.#presence = presence)))
      .on('presence_diff', (diff) => audience.present((this.#presence = applyDiff(this.#presence, diff))))
      .join({ joined: () => this.#roomAnswered(), refused: ({ reason }) => this.#roomAnswered(reason) })
    this.line.watch(() => this.#lineChanged())
    addEventListener('storage', (event) => this.#storageChanged(event.key))
    addEventListener('online', () => this.deliver())
  }

  /** The visitor's id, and the site's proof if there is one. */
  get identity() {
    return { customer_id: this.visitor.customer_id, ...this.visitor.proof }
  }

  /** The account does not allow the embedding site. The topics are joined again until it does. */
  get isSiteRefused() {
    return this.#isRoomRefused || this.#topic.isSiteRefused
  }

  deliver() {
    this.#deliver()
  }

  /** Runs at the start and after each join, because pushes sent while disconnected are lost. */
  async refresh() {
    try {
      await this.visitor.verify()
      const { customer_id } = this.visitor
      if (!customer_id || this.#anew) return
      if (this.#chosen) return await this.open(this.#chosen)
      const conversation = this.#newestOf(await this.api.conversations(customer_id))
      if (conversation) this.#adopt(conversation)
      else if (!this.#topic.name) {
        this.visitor.know({ conversation_id: '' })
        this.#topic.join(`conversation:lobby:${customer_id}`)
      }
    } catch {
      // Offline. The next join tries again.
    }
  }

  async past() {
    const { customer_id } = this.visitor
    return customer_id ? this.api.pastConversations(customer_id) : []
  }

  /** Opens an earlier conversation, which may be closed. A new message reopens it. */
  async open(id: string) {
    const messages = await this.api.pastMessages(this.visitor.customer_id, id)
    this.#chosen = id
    this.#anew = false
    this.#adopt({ id, messages })
  }

  /** The conversation is created with its first message. */
  startAnew() {
    this.#leave()
    this.#anew = true
    this.visitor.know({ conversation_id: '' })
    this.#show('', [])
  }

  /** Returns false if it could not be sent; it is tried again later. */
  reportSeen() {
    if (!this.#topic.isJoined) return false
    this.#topic.push('messages:seen').catch(() => {})
    return true
  }

  /** An older server may reject this event, which does no harm, here and below. */
  reportDelivered(up_to: number) {
    this.#topic.push('messages:delivered', { up_to }).catch(() => {})
  }

  /** Reports typing at most once per interval, and only in a conversation. */
  reportTyping() {
    if (!this.visitor.conversation_id || !this.#topic.isJoined || Date.now() - this.#typed < TYPING_MS) return
    this.#typed = Date.now()
    this.#topic.push('typing').catch(() => {})
  }

  /** A visitor with an external id or an email becomes a customer without writing. */
  async describeVisitor(metadata: unknown) {
    const { customer_id, turn } = this.visitor
    if (this.visitor.describe(metadata) || !customer_id) await this.refresh()
    // Not while a first message creates the customer.
    if (!this.visitor.customer_id && this.visitor.isNamed)
      await oneAtATime(this.#store, this.#key, async () => {
        if (turn === this.visitor.turn && !this.visitor.customer_id) await this.visitor.create()
      }).catch(() => {})
    if (this.visitor.customer_id !== customer_id) this.#audience.customerKnown(this.visitor.customer_id)
    await this.visitor.update()
  }

  async become(customerId: string) {
    this.#leave()
    this.visitor.become(customerId)
    await this.refresh()
  }

  forget() {
    this.#leave()
    this.outbox.clear()
    this.acknowledged.clear()
    this.visitor.forget()
  }

  /** Takes over what another tab has stored with the page, perhaps the conversation that we were about to create. */
  keptElsewhere(json: string) {
    this.#store.keptElsewhere(this.#key, json)
    this.#storageChanged(this.#key)
  }

  announceConversation() {
    const { conversation_id, customer_id } = this.visitor
    if (conversation_id) this.#audience.conversationKnown(conversation_id, customer_id)
  }

  #roomAnswered(refusal?: string) {
    this.#isRoomRefused = isSiteRefusal(refusal)
    this.#audience.changed()
    this.deliver()
  }

  #lineChanged() {
    this.#audience.changed()
    if (this.line.state() === 'online') this.deliver()
  }

  /** Another tab has changed the storage. */
  #storageChanged(key: string | null) {
    if (key === this.#key) {
      const { conversation_id } = this.visitor
      this.visitor.recall()
      if (this.visitor.conversation_id !== conversation_id) this.#enter(this.visitor.conversation_id)
    }
    this.#audience.changed()
  }

  #joined() {
    void this.refresh()
    this.#deliver(true)
  }

  /** The next message starts a new conversation. */
  #conversationGone() {
    this.#chosen = ''
    this.visitor.know({ conversation_id: '' })
    this.visitor.doubt()
    this.#show('', [])
    void this.refresh().then(() => this.#deliver(true))
  }

  #leave() {
    this.#topic.leave()
    this.#chosen = ''
    this.#anew = false
  }

  /** Prefers a conversation with an unread reply over the earlier one that the visitor opened. */
  #newestOf([newest, ...older]: Conversation[]) {
    const kept = older.find(({ id }) => id === this.visitor.conversation_id)
    return kept && !newest?.messages.some(isUnseenReply) ? kept : newest
  }

  #adopt({ id, messages }: Pick<Conversation, 'id' | 'messages'>) {
    this.#show(id, messages)
    this.#enter(id)
  }

  #show(id: string, messages: Message[]) {
    const another = id !== this.#shown
    this.#shown = id
    this.#audience.fetched(messages, another)
  }

  #enter(id: string) {
    this.visitor.know({ conversation_id: id })
    if (this.#topic.name === `conversation:${id}`) return
    this.#topic.join(`conversation:${id}`)
    this.announceConversation()
  }

  /** True when a message can be pushed. Creates customer and conversation if needed, one tab at a time. */
  async #reachConversation() {
    if (this.isSiteRefused) return false
    if (!this.visitor.conversation_id) await oneAtATime(this.#store, this.#key, () => this.#makeConversation())
    return this.#topic.isJoined && !!this.visitor.conversation_id
  }

  async #makeConversation() {
    this.#storageChanged(this.#key)
    if (this.visitor.conversation_id) return

    await this.visitor.verify()
    const returning = !!this.visitor.customer_id
    if (!returning) {
      await this.visitor.create()
      this.#audience.customerKnown(this.visitor.customer_id)
    }
    const { customer_id } = this.visitor
    // An earlier attempt may have created one, and only its answer was lost.
    const [open] = returning && !this.#anew ? await this.api.conversations(customer_id) : []
    if (open) return this.#adopt(open)
    try {
      const { id } = await this.api.createConversation(customer_id)
      this.#anew = false
      this.#show(id, [])
      this.#enter(id)
    } catch (error) {
      if (!returning || !(error instanceof ApiError) || !error.final) throw error
      // The customer was deleted, but the unsent messages are kept for a new one.
      this.visitor.know({ customer_id: '' })
      await this.#makeConversation()
    }
  }

  async #push(entry: OutboxEntry) {
    const { failure: _, refused: __, attachments, ...message } = entry
    const file_ids = attachments?.map(({ id }) => id)
    await this.#topic.push('shout', { ...message, file_ids, customer_id: this.visitor.customer_id })
    this.acknowledged.set(entry.client_message_id, entry)
  }
}
