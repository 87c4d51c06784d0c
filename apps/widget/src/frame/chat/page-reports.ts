import type { Message } from '@papercups/contract'
import type { FrameOptions } from '../lib/params.js'
import type { Post } from '../lib/parent.js'
import { isOwn } from './messages.js'

/** Tells the embedding page what happens in the chat, in the events that published launchers know. */
export class PageReports {
  readonly #post: Post
  readonly #published: boolean
  #unseen = 0
  /** The customer that the page knows, and the one that it was asked to forget. */
  #customer: string
  #left = ''

  constructor(post: Post, { customerId, published }: FrameOptions) {
    this.#post = post
    this.#customer = customerId
    this.#published = published
  }

  /** Published launchers show their button on this event, so it is sent even if every call failed. */
  loaded() {
    this.#post('chat:loaded')
  }

  customer(customerId: string) {
    if (!customerId && this.#published) this.#left = this.#customer
    this.#customer = customerId
    this.#post('customer:updated', { customerId: customerId || null })
  }

  /** After a reset the published loader passes the id of the former visitor again, once. */
  isFormerCustomer(id: string) {
    const left = this.#left
    this.#left = ''
    return id === left
  }

  conversation(conversationId: string, customerId: string) {
    this.#post('conversation:join', { conversationId, customerId })
  }

  message(message: Message) {
    this.#post(isOwn(message) ? 'message:sent' : 'message:received', message)
  }

  seen(details?: { dismissed: true }) {
    this.#post('messages:seen', details)
  }

  /** Only when there are more than before. */
  unseen(messages: Message[]) {
    if (messages.length <= this.#unseen) return
    this.#unseen = messages.length
    this.#post('messages:unseen', { message: messages.at(-1), count: messages.length })
  }

  /** The next unseen message is reported again. */
  resetUnseen() {
    this.#unseen = 0
  }

  askToOpen() {
    this.#post('papercups:open')
  }

  askToClose() {
    this.#post('papercups:close')
  }

  popupHeight(height: number) {
    this.#post('popup:height', { height })
  }
}
