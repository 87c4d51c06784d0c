import type { Store } from '@papercups/client-core'
import type { Api } from '../lib/api.js'
import { browserInfo } from '../lib/browser-info.js'
import { externalId, forgetIdentity, nobody, recallIdentity, text, type Identity } from './identity.js'
import type { FrameOptions } from '../lib/params.js'

/** Who is writing: what this browser remembers of them, what the site says, and what the server makes of both. */
export class Visitor {
  readonly #api: Api
  readonly #store: Store
  readonly #key: string
  #options: FrameOptions
  #identity: Identity
  #verified = false
  #told = ''
  /** Counts the people who were here, one after the other. */
  turn = 0
  /** What was kept belongs to somebody else. */
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

  /** What the site's server vouches with, for the person whom the site names now. */
  get proof() {
    const { userHash, identityToken } = this.#options.visitor
    return filled({ user_hash: userHash, identity_token: identityToken }) as Record<string, string>
  }

  /** And the server has been asked whether it knows them. */
  get isNamed() {
    return this.#verified && !!(externalId(this.#options.visitor) || this.email)
  }

  know(change: Partial<Identity>) {
    this.#identity = { ...this.#identity, ...change }
    this.#store.set(this.#key, JSON.stringify(this.#identity))
  }

  /** Another tab of the site may have made the customer and the conversation that we were about to make. */
  recall() {
    const { changed: _, ...identity } = recallIdentity(this.#store, this.#key, { ...this.#options, customerId: '' })
    if (identity.conversation_id) this.#identity = identity
  }

  /** Whether the kept customer still exists, and whether it is the one whom the site names. */
  async verify() {
    if (this.#verified) return
    const { customer_id } = this.#identity
    if (customer_id && !(await this.#api.customerExists(customer_id).catch(() => true)))
      this.know({ customer_id: '', conversation_id: '' })
    const person = externalId(this.#options.visitor)
    if (person) {
      const { customer_id: found } = await this.#api.identify(person)
      if (found !== this.customer_id) this.know({ customer_id: found ?? '', conversation_id: '' })
      this.know({ external_id: person })
    }
    this.#verified = true
  }

  /** Whether the site now speaks of somebody else than the person it named before, or of nobody. */
  isLeft(metadata: unknown) {
    const before = externalId(this.#options.visitor)
    return before && externalId({ ...this.#options.visitor, ...Object(metadata) }) !== before
  }

  /** The site told us more of them. True when that makes them another person. */
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
    // Published loaders repeat themselves, with a new time and a new number in it.
    const { time: _, insert_id: __, ...lasting } = facts
    const told = this.customer_id + JSON.stringify(lasting)
    if (!this.customer_id || told === this.#told) return
    this.#told = told
    await this.#api.updateCustomer(this.customer_id, facts).catch(() => (this.#told = ''))
  }

  become(customer_id: string) {
    this.turn++
    this.know({ ...nobody, customer_id })
    this.doubt()
  }

  /** Ask the server again before anything is built on who this is. */
  doubt() {
    this.#verified = false
  }

  forget() {
    this.turn++
    forgetIdentity(this.#store, this.#key)
    this.#identity = nobody
    this.#told = ''
    this.#options = { ...this.#options, visitor: {}, customerId: '' }
  }

  #facts(): Record<string, unknown> {
    const { visitor } = this.#options
    return filled({ ...browserInfo(navigator.userAgent, visitor.referrer), ...visitor, email: this.email })
  }
}

/** Without what is not known. */
const filled = (all: object) =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => (typeof value === 'object' ? value : text(value))))
