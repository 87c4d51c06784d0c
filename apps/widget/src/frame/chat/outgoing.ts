import { ApiError, createDelivery, createOutbox, oneAtATime, type Outbox } from '@papercups/client-core'
import type { Conversation, Message } from '@papercups/contract'
import type { Api } from '../lib/api.js'
import type { ConversationTopic } from './conversation-topic.js'
import { stillWaiting, wasEchoed, type Draft, type OutboxEntry } from './messages.js'
import { OUTBOX, type FrameStore } from '../lib/storage.js'
import type { Visitor } from './visitor.js'

export type NewConversation = Pick<Conversation, 'id' | 'messages'>

interface Route {
  api: Api
  visitor: Visitor
  store: FrameStore
  /** The storage key of this chat. */
  key: string
  isSiteRefused(): boolean
  /** The unsent or the acknowledged messages have changed. */
  changed(): void
  /** Looks for what another tab has stored. */
  recall(): void
  customerCreated(): void
  /** The conversation was created, or found, for the first message. */
  begun(conversation: NewConversation): void
  /** Joins the topic of the conversation. */
  reach(conversationId: string): ConversationTopic
  /** The conversation has got a message, which reopens it if it was closed. */
  delivered(conversationId: string): void
}

/** The visitor's messages until the server has them. Each goes to the conversation in which it was written. */
export class Outgoing {
  readonly #route: Route
  readonly #outbox: Outbox<Draft>
  /** Acknowledged entries. They are shown as sent until the stored messages arrive. */
  readonly #acknowledged = new Map<string, OutboxEntry>()
  /** `true` stops waiting for answers on an earlier connection. */
  readonly deliver: (anew?: boolean) => void

  constructor(route: Route) {
    this.#route = route
    this.#outbox = createOutbox<Draft>(route.store, route.key + OUTBOX, () => route.changed())
    this.deliver = createDelivery(this.#outbox, {
      isReady: (entry) => this.#isReady(entry),
      send: (entry) => this.#push(entry),
      explain: ({ message }) => message,
    })
  }

  send(draft: Draft) {
    this.#outbox.add(draft)
    this.deliver()
  }

  retry(id: string) {
    this.#outbox.retry(id)
    this.deliver()
  }

  clear() {
    this.#acknowledged.clear()
    this.#outbox.clear()
  }

  /** Messages that are not in the conversation yet. */
  waiting(messages: Message[]) {
    return stillWaiting(this.#outbox.entries(), this.#acknowledged, messages)
  }

  /** Messages that the server has stored are not sent again. */
  dropStored(messages: Message[]) {
    for (const entry of this.#outbox.entries())
      if (wasEchoed(entry, messages)) this.#outbox.remove(entry.client_message_id)
  }

  /** The conversations of the unsent messages, oldest first. */
  conversationIds() {
    return this.#outbox.entries().flatMap(({ conversation_id, refused }) => (refused ? [] : [conversation_id]))
  }

  /** The conversation is gone. Its unsent messages go to the visitor's current one. */
  unbind(conversationId: string) {
    this.#bind(conversationId, undefined)
  }

  #bind(from: string, to: string | undefined) {
    for (const { client_message_id, conversation_id } of this.#outbox.entries())
      if (conversation_id === from) this.#outbox.change(client_message_id, { conversation_id: to })
  }

  /** Creates customer and conversation if needed, one tab at a time. */
  async #isReady(entry: OutboxEntry) {
    const { isSiteRefused, key, reach, store } = this.#route
    if (isSiteRefused()) return false
    if (!this.#target(entry)) await oneAtATime(store, key, () => this.#makeConversation(entry.conversation_id === ''))
    const conversation_id = this.#target(entry)
    if (!conversation_id) return false
    // From now on, because the server recognizes a repeated message only in the same conversation.
    if (!entry.conversation_id) this.#outbox.change(entry.client_message_id, { conversation_id })
    return reach(conversation_id).isJoined
  }

  /** As it is stored now: another tab may have created the conversation, or sent the message. */
  #target({ client_message_id }: OutboxEntry) {
    const entry = this.#outbox.entries().find((stored) => stored.client_message_id === client_message_id)
    return entry && (entry.conversation_id ?? this.#route.visitor.conversation_id)
  }

  async #makeConversation(isNew: boolean) {
    const { api, begun, customerCreated, recall, visitor } = this.#route
    recall()
    // Another tab has created it, or the visitor has left.
    if (!this.conversationIds().includes(isNew ? '' : undefined) || (!isNew && visitor.conversation_id)) return

    await visitor.verify()
    const isReturning = !!visitor.customer_id
    if (!isReturning) {
      await visitor.create()
      customerCreated()
    }
    const { customer_id } = visitor
    // An earlier attempt may have created one, and only its answer was lost.
    const [open] = isReturning && !isNew ? await api.conversations(customer_id) : []
    if (open) return begun(open)
    try {
      const { id } = await api.createConversation(customer_id)
      this.#bind('', id)
      begun({ id, messages: [] })
    } catch (error) {
      if (!isReturning || !(error instanceof ApiError) || !error.final) throw error
      visitor.doubt()
      await visitor.verify()
      if (visitor.customer_id === customer_id) throw error
      // The customer was deleted, but the unsent messages are kept for a new one.
      await this.#makeConversation(isNew)
    }
  }

  async #push(entry: OutboxEntry) {
    const { failure: _, refused: __, attachments, conversation_id = '', ...message } = entry
    const file_ids = attachments?.map(({ id }) => id)
    const { visitor, reach, delivered } = this.#route
    const { customer_id } = visitor
    await reach(conversation_id).push('shout', { ...message, file_ids, customer_id })
    // Somebody else is here by now.
    if (customer_id !== visitor.customer_id) return
    this.#acknowledged.set(entry.client_message_id, entry)
    delivered(conversation_id)
  }
}
