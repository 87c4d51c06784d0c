import { browserInfo, type Store } from '@papercups/client-core'
import type { Api } from '../lib/api.js'
import { externalId, forgetIdentity, keptIdentity, nobody, recallIdentity, text, type Identity } from './identity.js'
import type { FrameOptions } from '../lib/params.js'

/** The visitor's identity, from this browser's storage, the site's options and the server. */
export class Visitor {
  readonly #api: Api
  readonly #store: Store
  readonly #key: string
  readonly #left: () => void
  #options: FrameOptions
  #identity: Identity
  /** How often the identity came into doubt, and how many of these doubts the server has settled. */
  #doubts = 1
  #settled = 0
  #owesUpdate = false
  #lastSent = ''
  /** Increased with each change of person. */
  turn = 0
  /** They have signed out in another tab. What this page has said about them does not count until it names somebody. */
  isLeftElsewhere = false
  /** The stored data belongs to another person. */
  readonly changed: boolean

  /** `left` is called when the server names another customer than before, or none. */
  constructor(api: Api, store: Store, key: string, options: FrameOptions, left: () => void) {
    this.#api = api
    this.#store = store
    this.#key = key
    this.#left = left
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

  get #isVerified() {
    return this.#settled === this.#doubts
  }

  /** The server has confirmed whether it knows them. */
  get isNamed() {
    return this.#isVerified && !!(externalId(this.#options.visitor) || this.email)
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

  /**
   * Whether another tab has stored another customer, or nobody. This tab then leaves, too, and stores nothing, because
   * somebody else may be there already.
   */
  leaveElsewhere() {
    const kept = keptIdentity(this.#store, this.#key)
    if (!this.customer_id || kept.customer_id === this.customer_id) return false
    const { visitor } = this.#options
    const isSame = kept.external_id === externalId(visitor) && !!(kept.customer_id || kept.external_id)
    this.#startTurn(isSame ? visitor : {})
    this.isLeftElsewhere = !isSame
    if (isSame) this.#identity = kept
    this.doubt()
    return true
  }

  /** Checks that the stored customer still exists and is the one that the site names. */
  async verify() {
    if (this.#isVerified) return
    const doubts = this.#doubts
    const { customer_id } = this
    if (customer_id && !(await this.#api.customerExists(customer_id).catch(() => true))) this.#replace(customer_id, '')
    const person = externalId(this.#options.visitor)
    if (person) {
      const before = this.customer_id
      const { customer_id: found } = await this.#api.identify(person)
      // Nobody has this id yet: `update` adds it to the customer who wrote before they signed in on this page.
      const own = this.#identity.external_id === person ? before : ''
      this.#replace(before, found ?? own)
      this.know({ external_id: person })
    }
    this.#settled = doubts
    if (this.#owesUpdate) await this.update()
  }

  /** Does nothing if the customer is another one by now: a message that was sent meanwhile may have created it. */
  #replace(before: string, customer_id: string) {
    if (this.customer_id !== before || customer_id === before) return
    this.know({ customer_id, conversation_id: '' })
    if (before) this.#left()
  }

  /** Whether the site now names another person, or nobody. */
  isLeft(metadata: unknown) {
    const before = externalId(this.#options.visitor)
    return before && externalId({ ...this.#options.visitor, ...Object(metadata) }) !== before
  }

  /** The site passed more data. Returns true if it names another person now, or proves it anew. */
  describe(metadata: unknown) {
    const before = this.#options.visitor
    const visitor = { ...before, ...Object(metadata) }
    this.#options = { ...this.#options, visitor }
    this.isLeftElsewhere = false
    const person = externalId(visitor)
    if (!person || NAMES.every((name) => text(visitor[name]) === text(before[name]))) return false
    // An anonymous visitor has signed in.
    if (!externalId(before) && !this.#identity.external_id) this.know({ external_id: person })
    this.doubt()
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
    // Until the server has answered, the external id may be another customer's.
    this.#owesUpdate = !this.#isVerified && !!externalId(this.#options.visitor)
    if (!this.customer_id || sent === this.#lastSent || this.#owesUpdate) return
    this.#lastSent = sent
    await this.#api.updateCustomer(this.customer_id, facts).catch(() => (this.#lastSent = ''))
  }

  become(customer_id: string) {
    this.turn++
    this.isLeftElsewhere = false
    this.know({ ...nobody, customer_id })
    this.doubt()
  }

  /** Checks the identity with the server again before it is used. */
  doubt() {
    this.#doubts++
  }

  forget() {
    forgetIdentity(this.#store, this.#key)
    this.#startTurn({})
  }

  /** Nobody is known, except what the page says of them. */
  #startTurn(visitor: FrameOptions['visitor']) {
    this.turn++
    this.isLeftElsewhere = false
    this.#identity = nobody
    this.#lastSent = ''
    this.#options = { ...this.#options, visitor, customerId: '' }
  }

  #facts(): Record<string, unknown> {
    const { visitor } = this.#options
    return filled({ ...browserInfo(navigator.userAgent, visitor.referrer), ...visitor, email: this.email })
  }
}

/** Who the visitor is for the site, and the proof of it. */
const NAMES = ['external_id', 'userHash', 'identityToken']

/** Drops empty values. */
const filled = (all: object) =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => (typeof value === 'object' ? value : text(value))))
