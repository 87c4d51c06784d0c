import { createUploads, mergeMessages, postForm } from '@papercups/client-core'
import type { File, Message, WidgetSettingsExpanded } from '@papercups/contract'
import { greetingOf, type ChatState } from './chat-state.js'
import { chime } from '../lib/chime.js'
import { text } from './identity.js'
import type { Language } from '../lib/language.js'
import { isOwn, isUnseenReply, markSeen, stillWaiting, wasEchoed, type Draft, type QuickReply } from './messages.js'
import type { FrameOptions } from '../lib/params.js'
import type { Post } from '../lib/parent.js'
import { countAgents } from './presence.js'
import { Session } from './session.js'
import { readUpdate, withSettings } from './settings.js'
import type { FrameStore } from '../lib/storage.js'

/** The server's limit for one message. */
const MAX_FILES = 10
/** How long a typing report counts. Agents send one every three seconds. */
const TYPING_LASTS_MS = 6000

/** The logic of the chat without rendering. A `Session` talks to the server. */
export class Chat {
  readonly #store: FrameStore
  readonly #draftKey: string
  readonly #post: Post
  readonly #session: Session
  readonly #listeners = new Set<() => void>()
  /** The options of the page and the settings of the account. `state.options` combines both. */
  #page: FrameOptions
  #settings: Partial<WidgetSettingsExpanded> = {}
  readonly uploads: ReturnType<typeof createUploads<void>>
  readonly language: Language
  #reported = 0
  /** The customer that the page knows, and the one that it was asked to forget. */
  #announced: string
  #left = ''
  #typingTimer: ReturnType<typeof setTimeout> | undefined
  state: ChatState

  constructor(options: FrameOptions, store: FrameStore, post: Post, language: Language) {
    const key = ['papercups', options.token, options.inbox].filter(Boolean).join(':')
    this.#page = options
    this.#announced = options.customerId
    this.#store = store
    this.#draftKey = key + ':draft'
    this.#post = post
    this.language = language
    this.uploads = createUploads<void>(
      (file, _to, progress) => {
        const form = new FormData()
        form.append('account_id', options.token)
        // A new visitor has no customer yet. The file gets one when it is sent.
        for (const [name, value] of Object.entries(this.#session.identity)) if (value) form.append(name, value)
        form.append('file', file, file.name || 'file')
        return postForm<File>('/upload', form, progress)
      },
      () => this.#set({}),
    )
    this.#session = new Session(options, store, key, {
      changed: () => this.#set({}),
      fetched: (messages, another) => this.#receive(messages, another ? [] : this.state.messages, !another),
      shouted: (message) => this.#receive([message], this.state.messages, true),
      typing: (name) => this.#showTyping(name || this.state.options.companyName || language.texts.agent),
      present: (presence) => this.#decideAway({ agents: countAgents(presence) }),
      customerKnown: (customerId) => this.#announce(customerId),
      conversationKnown: (conversationId, customerId) => {
        if (this.state.ready) post('conversation:join', { conversationId, customerId })
      },
    })
    this.state = {
      options,
      team: [],
      ready: false,
      line: 'connecting',
      siteRefused: false,
      agents: -1,
      away: undefined,
      messages: [],
      waiting: [],
      // An old loader shows the chat at once, and is the only one that reports this event.
      open: options.alwaysOpen && window.parent === window,
      listing: false,
      focus: 0,
      popup: false,
      greeting: false,
      email: this.#session.visitor.email,
      uploads: [],
      typing: '',
    }
    if (this.#session.visitor.changed) {
      this.#session.outbox.clear()
      this.keepDraft('')
    }
    this.#set({})
  }

  watch(listener: () => void) {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  async start() {
    const { customerId } = this.state.options
    document.addEventListener('visibilitychange', () => this.#attend())
    await Promise.all([this.#readSettings(), this.#session.refresh()])
    this.#decideAway({ ready: true })
    const { customer_id } = this.#session.visitor
    if (customer_id !== customerId) this.#announce(customer_id)
    // Published launchers show their button on this event, so it is sent even if every call failed.
    this.#post('chat:loaded')
    this.#session.announceConversation()
    this.#attend()
    this.#session.deliver()
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
    if (body.trim() || attachments.length) this.#enqueue(body, attachments.length ? { attachments } : {})
  }

  choose({ text, action }: QuickReply) {
    this.#enqueue(text, { metadata: { reply_action: action } })
  }

  retry(id: string) {
    this.#session.outbox.retry(id)
    this.#session.deliver()
  }

  reportTyping() {
    this.#session.reportTyping()
  }

  get isKnown() {
    return !!this.#session.visitor.customer_id
  }

  get conversationId() {
    return this.#session.visitor.conversation_id
  }

  list(listing: boolean) {
    this.#set({ listing, focus: this.state.focus + 1 })
  }

  pastConversations() {
    return this.#session.past()
  }

  async openConversation(id: string) {
    if (id !== this.conversationId) await this.#session.open(id)
    this.list(false)
  }

  startConversation() {
    this.#session.startAnew()
    this.list(false)
  }

  get draft() {
    return this.#store.get(this.#draftKey) ?? ''
  }

  keepDraft(body: string) {
    this.#store.set(this.#draftKey, body || null)
  }

  giveEmail(email: string) {
    this.#session.visitor.know({ email })
    this.#set({ email })
    void this.#session.visitor.update()
  }

  askToOpen() {
    this.#post('papercups:open')
  }

  askToClose() {
    if (this.state.options.closeable) this.#post('papercups:close')
  }

  dismissPopup() {
    this.#set({ popup: false })
    this.#post('messages:seen', { dismissed: true })
  }

  reportPopupHeight(height: number) {
    this.#post('popup:height', { height })
  }

  /** Handles messages of the embedding page. */
  hear(event: string, payload: unknown) {
    const details = (payload && typeof payload === 'object' ? payload : {}) as Record<string, unknown>
    switch (event) {
      case 'papercups:toggle':
        return this.#toggle(details.isOpen === true, details.focus !== false)
      case 'notifications:display':
        this.#set({ popup: details.shouldDisplayNotifications === true, greeting: !!details.popUpInitialMessage })
        return this.#checkPopup()
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

  #enqueue(body: string, more: Omit<Draft, 'body'>) {
    this.#session.outbox.add({ body, ...more })
    this.#session.deliver()
  }

  #set(change: Partial<ChatState>) {
    const { outbox, acknowledged, line, isSiteRefused: siteRefused } = this.#session
    const state = { ...this.state, ...change, line: line.state(), siteRefused, uploads: this.uploads.list() }
    this.state = { ...state, waiting: stillWaiting(outbox.entries(), acknowledged, state.messages) }
    for (const listener of this.#listeners) listener()
  }

  async #readSettings() {
    // Without an answer the built-in texts are used.
    this.#settings = await this.#session.api.settings().catch(() => ({}))
    this.#set({ team: this.#settings.team ?? [] })
    this.#hearPage({})
  }

  #hearPage(changes: Partial<FrameOptions>) {
    this.#page = { ...this.#page, ...changes }
    // A page that sets `away` is the settings preview: it shows unsaved settings, not the stored ones.
    this.#set({ options: withSettings(this.#page, this.#page.away === undefined ? this.#settings : {}) })
  }

  /** Decides as soon as enough is known. */
  #decideAway(change: Partial<ChatState>) {
    const { ready, agents, options, away } = { ...this.state, ...change }
    const outside = options.isOutsideWorkingHours
    this.#set({ ...change, away: away ?? (ready && (outside || agents >= 0) ? outside || !agents : away) })
    this.#checkPopup()
  }

  #toggle(open: boolean, takesFocus: boolean) {
    const { focus } = this.state
    this.#set({ open, popup: false, focus: open && takesFocus ? focus + 1 : focus })
    this.#attend(open)
  }

  /** Reports new messages to the page, from a push or a fetch. A fetch may be faster. */
  #receive(incoming: Message[], known: Message[], news: boolean) {
    const { outbox } = this.#session
    const visible = incoming.filter((message) => !message.private)
    const messages = mergeMessages(known, visible)
    for (const entry of outbox.entries()) if (wasEchoed(entry, messages)) outbox.remove(entry.client_message_id)
    this.#set({ messages })
    for (const message of news ? visible : []) if (!known.some(({ id }) => id === message.id)) this.#report(message)
    this.#attend()
    // Whatever was laid eyes on has arrived as well; what waited for us was counted when we joined.
    const last = news && this.state.messages.findLast(isUnseenReply)
    if (last && visible.some(({ id }) => id === last.id)) this.#session.reportDelivered(last.seq)
  }

  #report(message: Message) {
    this.#post(isOwn(message) ? 'message:sent' : 'message:received', message)
    if (isOwn(message)) return
    this.#showTyping('')
    // Bot messages show no badge and no popup, so they play no sound.
    if (isUnseenReply(message) && !this.#isWatched && !this.state.options.silent) void chime()
  }

  #showTyping(typing: string) {
    clearTimeout(this.#typingTimer)
    this.#set({ typing })
    if (typing) this.#typingTimer = setTimeout(() => this.#showTyping(''), TYPING_LASTS_MS)
  }

  get #isWatched() {
    return this.state.open && document.visibilityState === 'visible'
  }

  /** Reports seen and unseen messages to the server and to the page. */
  #attend(opened = false) {
    const { messages, ready } = this.state
    const unseen = messages.filter(isUnseenReply)
    if (this.#isWatched) {
      if (unseen.length && this.#session.reportSeen())
        this.#set({ messages: markSeen(messages, new Date().toISOString()) })
      if (unseen.length || opened) this.#post('messages:seen')
      this.#reported = 0
    } else if (ready && unseen.length > this.#reported) {
      this.#reported = unseen.length
      this.#post('messages:unseen', { message: unseen.at(-1), count: unseen.length })
    }
  }

  /** Closes an empty popup, because it would block clicks on the page. A greeting may still be loading. */
  #checkPopup() {
    const { popup, greeting, messages } = this.state
    if (popup && (greeting ? greetingOf(this.state) === '' : !messages.some(isUnseenReply))) this.dismissPopup()
  }

  async #describeVisitor(metadata: unknown) {
    if (this.#session.visitor.isLeft(metadata)) {
      this.#reset()
      this.#announce('')
    }
    await this.#session.describeVisitor(metadata)
    this.#set({ email: this.#session.visitor.email })
  }

  #announce(customerId: string) {
    // After a reset the published loader passes the id of the former visitor again. Ignore it.
    if (!customerId && this.#page.published) this.#left = this.#announced
    this.#announced = customerId
    this.#post('customer:updated', { customerId: customerId || null })
  }

  async #switchCustomer(id: string) {
    const isEcho = id === this.#left
    this.#left = ''
    if (isEcho || id === this.#session.visitor.customer_id) return
    this.#set({ messages: [] })
    await this.#session.become(id)
  }

  #reset() {
    this.#session.forget()
    this.keepDraft('')
    this.#reported = 0
    this.#set({ messages: [], email: '', popup: false })
  }
}
