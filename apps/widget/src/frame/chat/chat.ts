import { mergeMessages } from '@papercups/client-core'
import type { Message, WidgetSettingsExpanded } from '@papercups/contract'
import { Attention } from './attention.js'
import { initialState, type ChatState } from './chat-state.js'
import { text } from './identity.js'
import { Drafts } from './drafts.js'
import type { Language } from '../lib/language.js'
import { isOwn, isUnseenReply, type QuickReply } from './messages.js'
import type { FrameOptions } from '../lib/params.js'
import { PageReports } from './page-reports.js'
import type { Post } from '../lib/parent.js'
import { countAgents } from './presence.js'
import { Session } from './session.js'
import { readUpdate, withSettings } from './settings.js'
import type { FrameStore } from '../lib/storage.js'
import { Ratings } from './ratings.js'
import { createVisitorUploads } from './visitor-uploads.js'

/** The server's limit for one message. */
const MAX_FILES = 10
/** How long a typing report counts. Agents send one every three seconds. */
const TYPING_LASTS_MS = 6000

/** The logic of the chat without rendering. A `Session` talks to the server. */
export class Chat {
  readonly drafts: Drafts
  readonly page: PageReports
  readonly #session: Session
  readonly #attention: Attention
  readonly #listeners = new Set<() => void>()
  /** The options of the page and the settings of the account. `state.options` combines both. */
  #options: FrameOptions
  #settings: Partial<WidgetSettingsExpanded> = {}
  readonly uploads: ReturnType<typeof createVisitorUploads>
  readonly language: Language
  readonly ratings: Ratings
  #typingTimer: ReturnType<typeof setTimeout> | undefined
  state: ChatState

  constructor(options: FrameOptions, store: FrameStore, post: Post, language: Language) {
    const key = ['papercups', options.token, options.inbox].filter(Boolean).join(':')
    this.#options = options
    this.page = new PageReports(post, options)
    this.language = language
    const owner = () => ({ account_id: options.token, ...this.#session.identity })
    this.uploads = createVisitorUploads(owner, () => this.#set({}))
    this.#session = new Session(options, store, key, {
      changed: () => this.#set({}),
      fetched: (conversation, messages, isChosen) => this.#showAll(conversation, messages, isChosen),
      shouted: (message, isShown) =>
        isShown ? this.#receive([message], this.state.messages, true) : this.#attention.reportElsewhere(message),
      unseenElsewhere: (elsewhere) => this.#attention.noteElsewhere(elsewhere),
      typing: (name) => this.#showTyping(name || this.state.options.companyName || language.texts.agent),
      rated: () => void this.ratings.read(),
      present: (presence) => this.#decideAway({ agents: countAgents(presence) }),
      customerKnown: (customerId) => this.page.customer(customerId),
      customerLeft: () => this.#clear(),
      customerLeftElsewhere: () => {
        this.#forgetTyped()
        this.page.customer(this.#session.visitor.customer_id)
      },
      conversationKnown: (conversationId, customerId) => {
        if (this.state.ready) this.page.conversation(conversationId, customerId)
      },
    })
    this.drafts = new Drafts(store, key, this.#session.conversationId, () =>
      this.#set({ composer: this.state.composer + 1 }),
    )
    const screen = { state: () => this.state, set: (change: Partial<ChatState>) => this.#set(change) }
    this.#attention = new Attention(screen, this.#session, this.page)
    this.ratings = new Ratings(this.#session, (rating) => this.#set({ rating }))
    this.state = initialState(options, this.#session.visitor.email)
    if (this.#session.visitor.changed) {
      this.#session.outgoing.clear()
      this.drafts.clear()
    }
    this.#set({})
  }

  watch(listener: () => void) {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  async start() {
    const { customerId } = this.state.options
    document.addEventListener('visibilitychange', () => this.#attention.update())
    await Promise.all([this.#readSettings(), this.#session.refresh()])
    this.#decideAway({ ready: true })
    if (this.#settings.ratings_enabled) void this.ratings.read()
    const { customer_id } = this.#session.visitor
    if (customer_id !== customerId) this.page.customer(customer_id)
    this.page.loaded()
    this.#session.announceConversation()
    this.#attention.update()
    this.#session.outgoing.deliver()
  }

  /** Checked here, too, because dropped and pasted files do not use the button. */
  attach(files: Iterable<globalThis.File>) {
    const { options, siteRefused, uploads } = this.state
    const room = MAX_FILES - uploads.length
    if (options.uploads && !siteRefused) void this.uploads.add([...files].slice(0, room))
  }

  /** Sends the draft with its files. */
  send(body: string) {
    const attachments = this.uploads.take()
    if (body.trim() || attachments.length) this.#session.send({ body, ...(attachments.length && { attachments }) })
  }

  choose({ text, action }: QuickReply) {
    this.#session.send({ body: text, metadata: { reply_action: action } })
  }

  retry(id: string) {
    this.#session.outgoing.retry(id)
  }

  reportTyping() {
    this.#session.topic?.reportTyping()
  }

  get isKnown() {
    return !!this.#session.visitor.customer_id
  }

  get conversationId() {
    return this.#session.conversationId
  }

  list(listing: boolean) {
    this.#set({ listing, focus: this.state.focus + 1 })
    this.#attention.update()
  }

  pastConversations() {
    return this.#session.past()
  }

  async openConversation(id: string) {
    if (id === this.conversationId || (await this.#session.open(id))) this.list(false)
  }

  startConversation() {
    this.#session.startAnew()
    this.list(false)
  }

  giveEmail(email: string) {
    this.#session.visitor.know({ email })
    this.#set({ email })
    void this.#session.visitor.update()
  }

  askToClose() {
    if (this.state.options.closeable) this.page.askToClose()
  }

  dismissPopup() {
    this.#attention.dismissPopup()
  }

  /** Handles messages of the embedding page. */
  hear(event: string, payload: unknown) {
    const details = (payload && typeof payload === 'object' ? payload : {}) as Record<string, unknown>
    switch (event) {
      case 'papercups:toggle':
        return this.#toggle(details.isOpen === true, details.focus !== false)
      case 'notifications:display':
        this.#set({ popup: details.shouldDisplayNotifications === true, greeting: !!details.popUpInitialMessage })
        return this.#attention.checkPopup()
      case 'customer:update':
        return void this.#describeVisitor(details.metadata)
      case 'customer:set:id':
        return void this.#switchCustomer(text(payload))
      case 'config:update':
        return this.#hearPage(readUpdate(details))
      case 'papercups:plan':
        return this.#hearPage({ subscriptionPlan: text(details.plan) })
      case 'papercups:kept':
        return this.#session.keptElsewhere(text(payload))
      case 'papercups:reset':
        return this.#reset()
    }
  }

  #set(change: Partial<ChatState>) {
    const { outgoing, line, isSiteRefused: siteRefused } = this.#session
    const state = { ...this.state, ...change, line: line.state(), siteRefused, uploads: this.uploads.list() }
    const waiting = outgoing.waiting(state.messages).filter((entry) => this.#session.isShown(entry))
    this.state = { ...state, waiting }
    for (const listener of this.#listeners) listener()
  }

  async #readSettings() {
    // Without an answer the built-in texts are used.
    this.#settings = await this.#session.api.settings().catch(() => ({}))
    this.#set({ team: this.#settings.team ?? [] })
    this.#hearPage({})
  }

  #hearPage(changes: Partial<FrameOptions>) {
    this.#options = { ...this.#options, ...changes }
    // A page that sets `away` is the settings preview: it shows unsaved settings, not the stored ones.
    const settings = this.#options.away === undefined ? this.#settings : {}
    this.#set({ options: withSettings(this.#options, settings) })
  }

  /** Decides as soon as enough is known. */
  #decideAway(change: Partial<ChatState>) {
    const { ready, agents, options, away } = { ...this.state, ...change }
    const outside = options.isOutsideWorkingHours
    this.#set({ ...change, away: away ?? (ready && (outside || agents >= 0) ? outside || !agents : away) })
    this.#attention.checkPopup()
  }

  #toggle(open: boolean, takesFocus: boolean) {
    const { focus } = this.state
    this.#set({ open, popup: false, focus: open && takesFocus ? focus + 1 : focus })
    this.#attention.update(open)
  }

  /** None of the messages is new if another conversation was shown before. */
  #showAll(conversation: string, messages: Message[], isChosen?: boolean) {
    this.drafts.turnTo(conversation, isChosen)
    const isSame = conversation === this.state.conversation
    if (conversation === this.state.elsewhere) this.#set({ elsewhere: '' })
    this.#set({ conversation })
    const heard = this.#attention.takeHeard(conversation)
    this.#receive(messages, isSame ? this.state.messages : heard, isSame)
  }

  /** Reports new messages to the page, from a push or a fetch. A fetch may be faster. */
  #receive(incoming: Message[], known: Message[], news: boolean) {
    const visible = incoming.filter((message) => !message.private)
    const messages = mergeMessages(known, visible)
    this.#session.outgoing.dropStored(messages)
    this.#set({ messages })
    for (const message of news ? visible : []) if (!known.some(({ id }) => id === message.id)) this.#report(message)
    this.#attention.update()
    // Seen messages count as delivered, and joining has reported the ones that were waiting.
    const last = news && this.state.messages.findLast(isUnseenReply)
    if (last && visible.some(({ id }) => id === last.id)) this.#session.topic?.reportDelivered(last.seq)
  }

  #report(message: Message) {
    this.#attention.report(message)
    if (!isOwn(message)) this.#showTyping('')
  }

  #showTyping(typing: string) {
    clearTimeout(this.#typingTimer)
    this.#set({ typing })
    if (typing) this.#typingTimer = setTimeout(() => this.#showTyping(''), TYPING_LASTS_MS)
  }

  async #describeVisitor(metadata: unknown) {
    if (this.#session.visitor.isLeft(metadata)) this.#reset()
    await this.#session.describeVisitor(metadata)
    this.#set({ email: this.#session.visitor.email })
  }

  async #switchCustomer(id: string) {
    const { customer_id } = this.#session.visitor
    if (this.page.isFormerCustomer(id) || id === customer_id) return
    if (customer_id) this.#forgetPerson()
    await this.#session.become(id)
    this.page.customer(this.#session.visitor.customer_id)
  }

  /** Tells the page, too: it may just have stored an id that we had sent before. */
  #reset() {
    // First, because other tabs leave as soon as the person is forgotten.
    this.#forgetPerson()
    this.#session.forget()
    this.page.customer('')
  }

  /** The next person must not see or send what this one has begun to write. */
  #forgetPerson() {
    this.#session.outgoing.clear()
    this.#forgetTyped()
  }

  #forgetTyped() {
    this.drafts.clear()
    this.#set({ email: '', popup: false })
  }

  /** Files belong to the customer who uploaded them, and nobody else can send them. */
  #clear() {
    this.drafts.turnTo('')
    this.uploads.take()
    this.page.resetUnseen()
    this.#attention.forgetHeard()
    this.#set({ conversation: '', messages: [], elsewhere: '', typing: '', rating: null, listing: false })
    this.#attention.checkPopup()
  }
}
