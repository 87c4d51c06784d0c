import type { Store } from '@papercups/client-core'

/** What the visitor has typed and not sent. Each conversation has its own draft, also after a reload. */
export class Drafts {
  readonly #store: Store
  readonly #prefix: string
  readonly #changed: () => void
  #conversation: string

  /** `changed` is called when the composer must show another text. */
  constructor(store: Store, key: string, conversation: string, changed: () => void) {
    this.#store = store
    this.#prefix = key + ':draft'
    this.#conversation = conversation
    this.#changed = changed
  }

  get #key() {
    return this.#prefix + (this.#conversation && ':' + this.#conversation)
  }

  /** The draft of the conversation that is shown. */
  get text() {
    return this.#store.get(this.#key) ?? ''
  }

  keep(text: string) {
    if (text !== this.text) this.#store.set(this.#key, text || null)
  }

  /**
   * Another conversation is shown. Unless the visitor chose it, a draft follows into the conversation that has just begun,
   * and out of one that is gone.
   */
  turnTo(conversation: string, isChosen = false) {
    if (conversation === this.#conversation) return
    const { text } = this
    const follows = !isChosen && (!this.#conversation || !conversation)
    if (follows) this.keep('')
    this.#conversation = conversation
    if (follows && text) this.keep(text)
    if (text !== this.text) this.#changed()
  }

  clear() {
    for (const key of this.#store.keys()) if (key.startsWith(this.#prefix)) this.#store.set(key, null)
    this.#changed()
  }
}
