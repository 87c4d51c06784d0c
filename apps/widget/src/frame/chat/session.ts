import { oneAtATime } from '@papercups/client-core'
import type { Message } from '@papercups/contract'
import type { SocketClient } from '@papercups/wire'
import { createApi, type Api } from '../lib/api.js'
import type { Audience } from './audience.js'
import { ConversationTopics } from './conversation-topic.js'
import { openLine } from './line.js'
import { choose, hasUnseen, type Draft, type OutboxEntry } from './messages.js'
import { Outgoing, type NewConversation } from './outgoing.js'
import type { FrameOptions } from '../lib/params.js'
import { createRefresher } from '../lib/refresher.js'
import { Room } from './room.js'
import type { FrameStore } from '../lib/storage.js'
import { Visitor } from './visitor.js'

/**
 * Connects the visitor with the server. It decides which conversation this tab shows and which topics it joins, and sends
 * what the visitor writes. All tabs share the visitor and the outbox; each tab shows the conversation that it chose.
 */
export class Session {
  readonly api: Api
  readonly visitor: Visitor
  readonly outgoing: Outgoing
  readonly line: SocketClient
  readonly #key: string
  readonly #store: FrameStore
  readonly #audience: Audience
  readonly #topics: ConversationTopics
  readonly #refresher = createRefresher(() => this.#load())
  readonly #room: Room
  /** The conversation that this tab shows. Empty while the visitor writes a new one; undefined until one is known. */
  #shown: string | undefined
  /** The visitor has written the first message of the new conversation that is shown. Another tab may send it. */
  #isBegun = false
  /** Counts what the visitor has decided. An answer to an earlier decision comes too late. */
  #choices = 0
  /** The open conversations. Their replies are heard, whichever is shown. */
  #open = new Set<string>()

  constructor({ token, inbox, ...options }: FrameOptions, store: FrameStore, key: string, audience: Audience) {
    this.#key = key
    this.#store = store
    this.#audience = audience
    this.api = createApi(token, inbox, () => this.visitor)
    this.visitor = new Visitor(this.api, store, key, { token, inbox, ...options }, () => this.#leave())
    this.outgoing = new Outgoing({
      api: this.api,
      visitor: this.visitor,
      store,
      key,
      isSiteRefused: () => this.isSiteRefused,
      changed: () => audience.changed(),
      recall: () => this.#follow(),
      customerCreated: () => audience.customerKnown(this.visitor.customer_id),
      begun: (conversation) => this.#begin(conversation),
      reach: (id) => this.#reach(id),
      delivered: (id) => this.#delivered(id),
    })
    if (!this.visitor.changed) [this.#shown] = this.outgoing.conversationIds()
    this.#isBegun = this.#shown === ''
    this.line = openLine(token, inbox)
    this.#topics = new ConversationTopics(this.line, {
      identity: () => this.identity,
      shouted: (message) => audience.shouted(message, message.conversation_id === this.conversationId),
      typing: (id, name) => id === this.conversationId && audience.typing(name),
      created: () => void this.refresh(),
      rated: () => audience.rated(),
      joined: (id) => {
        void this.refresh()
        this.outgoing.deliver(id === this.conversationId || this.outgoing.conversationIds().includes(id))
      },
      gone: (id) => this.#conversationGone(id),
      refused: () => audience.changed(),
    })
    this.#room = new Room(this.line, token, inbox, {
      present: (presence) => audience.present(presence),
      answered: () => {
        audience.changed()
        this.outgoing.deliver()
      },
    })
    this.line.watch(() => this.#lineChanged())
    addEventListener('storage', (event) => void (event.key === key ? this.#storageChanged() : audience.changed()))
    addEventListener('online', () => this.outgoing.deliver())
  }

  /** The visitor's id, and the site's proof if there is one. */
  get identity() {
    return { customer_id: this.visitor.customer_id, ...this.visitor.proof }
  }

  /** The conversation that is shown, or the one of an earlier page until the server has answered. */
  get conversationId() {
    return this.#shown ?? this.visitor.conversation_id
  }

  /** The embedding site may not use the chat, or the conversation that is shown. They are joined again until it may. */
  get isSiteRefused() {
    return this.#room.isSiteRefused || !!this.topic?.isSiteRefused
  }

  /** The topic of the conversation that is shown, for reports. */
  get topic() {
    return this.#topics.of(this.conversationId)
  }

  /** Whether an unsent message belongs to the conversation that is shown. */
  isShown({ conversation_id }: OutboxEntry) {
    return (conversation_id ?? this.visitor.conversation_id) === this.conversationId
  }

  send(draft: Draft) {
    this.#choices++
    this.#isBegun = this.#shown === ''
    this.outgoing.send({ ...draft, conversation_id: this.#shown })
  }

  /** Runs at the start and after each join, because pushes sent while disconnected are lost. Repeated after a failure. */
  refresh() {
    return this.#refresher.refresh()
  }

  async past() {
    const { customer_id } = this.visitor
    return customer_id ? this.api.pastConversations(customer_id) : []
  }

  /** Opens an earlier conversation, which may be closed. A new message reopens it. Returns false if it is too late. */
  async open(id: string) {
    const choice = ++this.#choices
    const messages = await this.api.pastMessages(this.visitor.customer_id, id)
    if (choice !== this.#choices) return false
    this.#show(id, messages, true)
    return true
  }

  /** The conversation is created with its first message. */
  startAnew() {
    this.#choices++
    this.#show('', [], true)
  }

  /** A visitor with an external id or an email becomes a customer without writing. */
  async describeVisitor(metadata: unknown) {
    const { customer_id, turn } = this.visitor
    if (this.visitor.describe(metadata) || !customer_id) await this.refresh()
    // Not while a first message creates the customer.
    if (!this.visitor.customer_id && this.visitor.isNamed)
      await oneAtATime(this.#store, this.#key, async () => {
        if (turn === this.visitor.turn && !this.visitor.customer_id) await this.visitor.create()
        this.#joinTopics()
      }).catch(() => {})
    if (this.visitor.customer_id !== customer_id) this.#audience.customerKnown(this.visitor.customer_id)
    await this.visitor.update()
  }

  async become(customerId: string) {
    this.visitor.become(customerId)
    this.#leave()
    await this.refresh()
  }

  forget() {
    this.visitor.forget()
    this.#leave()
  }

  /** Takes over what another tab has stored with the page, perhaps the conversation that we were about to create. */
  keptElsewhere(json: string) {
    const isTaken = this.#store.keptElsewhere(this.#key, json)
    // The other tab could not clear what this one keeps for itself.
    if (this.#storageChanged() && isTaken) this.outgoing.clear()
  }

  /** The page answers with what it knows of the visitor, which must not bring back somebody who has signed out. */
  announceConversation() {
    const { conversationId } = this
    if (conversationId && !this.visitor.isLeftElsewhere)
      this.#audience.conversationKnown(conversationId, this.visitor.customer_id)
  }

  #lineChanged() {
    this.#audience.changed()
    if (this.line.state() !== 'online') return
    this.#refresher.retryNow()
    this.outgoing.deliver()
  }

  /** Another tab has changed the stored visitor. Returns true if it is another customer now, or nobody. */
  #storageChanged() {
    const isLeft = this.visitor.leaveElsewhere()
    if (isLeft) {
      this.#leave()
      this.#audience.customerLeftElsewhere()
      void this.refresh()
    }
    this.#follow()
    return isLeft
  }

  /** Shows the conversation of another tab, only while this tab has none of its own. */
  #follow() {
    const { conversation_id } = this.visitor
    const follows = this.#shown === undefined || this.#isBegun
    if (follows && !this.outgoing.conversationIds().includes('')) this.visitor.recall()
    if (this.visitor.conversation_id !== conversation_id) {
      this.#shown = undefined
      void this.refresh()
    }
    this.#audience.changed()
  }

  #conversationGone(id: string) {
    this.#topics.leave(id)
    this.#open.delete(id)
    this.outgoing.unbind(id)
    const isShown = this.conversationId === id
    if (this.#shown === id) this.#shown = undefined
    if (this.visitor.conversation_id === id) this.visitor.know({ conversation_id: '' })
    if (isShown) this.#audience.fetched('', [])
    this.visitor.doubt()
    void this.refresh().then(() => this.outgoing.deliver(true))
  }

  /** Another customer has other conversations. */
  #leave() {
    this.#choices++
    this.#shown = undefined
    this.#open.clear()
    this.#topics.keep(new Set())
    this.#audience.customerLeft()
  }

  async #load() {
    await this.visitor.verify()
    const { customer_id, conversation_id } = this.visitor
    if (!customer_id) return
    const conversations = await this.api.conversations(customer_id)
    // Somebody else is here by now.
    if (customer_id !== this.visitor.customer_id) return void this.refresh()
    this.#open = new Set(conversations.map(({ id }) => id))
    // Another tab may have begun one meanwhile.
    if (this.#shown === undefined && conversation_id === this.visitor.conversation_id)
      this.visitor.know({ conversation_id: choose(conversations, conversation_id)?.id ?? '' })

    const shown = this.conversationId
    this.#joinTopics()
    if (shown) {
      const listed = conversations.find(({ id }) => id === shown)
      const messages = listed?.messages ?? (await this.api.pastMessages(customer_id, shown))
      if (shown === this.conversationId) this.#show(shown, messages)
    }
    const other = conversations.find((conversation) => conversation.id !== shown && hasUnseen(conversation))
    this.#audience.unseenElsewhere(other?.id ?? '')
  }

  /** Joins the topic first: what is shown may be reported as seen there. */
  #show(id: string, messages: Message[], isChosen = false) {
    const isAnother = id !== this.#shown
    this.#shown = id
    this.#isBegun = false
    this.#joinTopics()
    this.#audience.fetched(id, messages, isChosen)
    if (isAnother) this.announceConversation()
  }

  /** Joins the topics of all conversations that matter here, and leaves the others. The lobby tells of new ones. */
  #joinTopics() {
    const { customer_id } = this.visitor
    const lobby = customer_id && 'lobby:' + customer_id
    const ids = [...this.#open, this.conversationId, ...this.outgoing.conversationIds(), lobby]
    this.#topics.keep(new Set(ids.flatMap((id) => id || [])))
  }

  #begin({ id, messages }: NewConversation) {
    this.#open.add(id)
    this.visitor.know({ conversation_id: id })
    // Another tab may have written its first message.
    if (!this.#shown) this.#show(id, messages)
  }

  #reach(id: string) {
    if (this.#shown === undefined) {
      this.#shown = id
      this.announceConversation()
    }
    this.#joinTopics()
    return this.#topics.join(id)
  }

  #delivered(id: string) {
    this.#open.add(id)
    // The next page shows it.
    this.visitor.know({ conversation_id: id })
  }
}
