import { browserInfo, type Store } from '@papercups/client-core'
import type { Api } from '../lib/api.js'
import { externalId, forgetIdentity, nobody, recallIdentity, text, type Identity } from './identity.js'
import type { FrameOptions } from '../lib/params.js'

/** The visitor's identity, from this browser's storage, the site's options and the server. */
export class Visitor {
  readonly #api: Api
  readonly #store: Store
  readonly #key: string
  #options: FrameOptions
  #identity: Identity
  #verified = false
  #lastSent = ''
  /** Increased with each change of person. */
  turn = 0
  /** The stored data belongs to another person. */
  readonly changed: boolean

  constructor(api: Api, store: Store, key: string, options: FrameOptions) {
    this.#api = api
    this.#store = store
    this.#key = key
    const { userHash, identityToken, visitor } = options
    this.#options = { ...options, visitor: { userHash, identityToken, ...visitor } }
    const { changed, ...identity } = recallIdentity(store, key, options)
    this.changed = changed
    this.#identity = identity
  }

  get customer_id() {
    return this.#identity.customer_id
  }

  get conversation_id() {
    return this.#identity.conversation_id
  }

  get email() {
    return this.#identity.email || text(this.#options.visitor.email)
  }

  /** The site's proof for the person it names now. */
  get proof() {
    const { userHash, identityToken } = this.#options.visitor
    return filled({ user_hash: userHash, identity_token: identityToken }) as Record<string, string>
  }

  /** The server has confirmed whether it knows them. */
  get isNamed() {
    return this.#verified && !!(externalId(this.#options.visitor) || this.email)
  }

  know(change: Partial<Identity>) {
    this.#identity = { ...this.#identity, ...change }
    this.#store.set(this.#key, JSON.stringify(this.#identity))
  }

  /** Another tab may have created the customer and the conversation. */
  recall() {
    const { changed: _, ...identity } = recallIdentity(this.#store, this.#key, { ...this.#options, customerId: '' })
    if (identity.conversation_id) this.#identity = identity
  }

  /** Checks that the stored customer still exists and is the one that the site names. */
  async verify() {
    if (this.#verified) return
    const { customer_id } = this
    if (customer_id && !(await this.#api.customerExists(customer_id).catch(() => true))) this.#replace(customer_id, '')
    const person = externalId(this.#options.visitor)
    if (person) {
      const before = this.customer_id
      const { customer_id: found } = await this.#api.identify(person)
      this.#replace(before, found ?? '')
      this.know({ external_id: person })
    }
    this.#verified = true
  }

  /** Does nothing if the customer is another one by now: a message that was sent meanwhile may have created it. */
  #replace(before: string, customer_id: string) {
    if (this.customer_id === before && customer_id !== before) this.know({ customer_id, conversation_id: '' })
  }

  /** Whether the site now names another person, or nobody. */
  isLeft(metadata: unknown) {
    const before = externalId(this.#options.visitor)
    return before && externalId({ ...this.#options.visitor, ...Object(metadata) }) !== before
  }

  /** The site passed more data. Returns true if it names another person now. */
  describe(metadata: unknown) {
    const before = externalId(this.#options.visitor)
    const visitor = { ...this.#options.visitor, ...Object(metadata) }
    this.#options = { ...this.#options, visitor }
    const person = externalId(visitor)
    if (!person || person === before) return false
    this.#verified = false
    return true
  }

  async create() {
    const { id } = await this.#api.createCustomer(this.#facts())
    this.know({ customer_id: id })
  }

  async update() {
    const facts = this.#facts()
    // Published loaders repeat the same data with a new time and counter.
    const { time: _, insert_id: __, ...lasting } = facts
    const sent = this.customer_id + JSON.stringify(lasting)
    if (!this.customer_id || sent === this.#lastSent) return
    this.#lastSent = sent
    await this.#api.updateCustomer(this.customer_id, facts).catch(() => (this.#lastSent = ''))
  }

  become(customer_id: string) {
    this.turn++
    this.know({ ...nobody, customer_id })
    this.doubt()
  }

  /** Checks the identity with the server again before it is used. */
  doubt() {
    this.#verified = false
  }

  forget() {
    this.turn++
    forgetIdentity(this.#store, this.#key)
    this.#identity = nobody
    this.#lastSent = ''
    this.#options = { ...this.#options, visitor: {}, customerId: '' }
  }

  #facts(): Record<string, unknown> {
    const { visitor } = this.#options
    return filled({ ...browserInfo(navigator.userAgent, visitor.referrer), ...visitor, email: this.email })
  }
}

/** Drops empty values. */
const filled = (all: object) =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => (typeof value === 'object' ? value : text(value))))
