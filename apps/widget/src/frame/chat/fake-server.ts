import { aMessage } from '@papercups/client-core/a-message'
import type { Message } from '@papercups/contract'
import { randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import { Chat } from './chat.js'
import { Tab } from './fake-tab.js'
import { ENGLISH } from '../lib/language.js'
import { readParams, type FrameOptions } from '../lib/params.js'
import { openStore } from '../lib/storage.js'

interface Customer {
  external_id: string
}

interface Conversation {
  customer_id: string
  status: 'open' | 'closed'
  messages: Message[]
}

type Body = Record<string, Record<string, string>>
type Push = [join_ref: string, ref: string, topic: string, event: string, payload: Record<string, string>]

/** For tests: the public calls and topics of a server, and one browser with several tabs of a site. */
export class FakeServer {
  /** Names the account. Chats of earlier tests may still call, about theirs. */
  readonly token = randomUUID()
  readonly customers = new Map<string, Customer>()
  readonly conversations = new Map<string, Conversation>()
  /** Every call and every frame, as `GET customers/…` or `phx_join conversation:…`. */
  readonly log: string[] = []
  /** The calls, by their path, that fail, at first because of a proxy. */
  failing = /^$/
  status = 502
  /** The calls whose answers wait until `letGo`. The server has decided them already. */
  held = /^$/
  /** The conversations that the embedding site may not use. */
  readonly forbidden = new Set<string>()
  /** The events that are lost on the way, or whose reply is. */
  lost = ''
  unanswered = ''
  /** The account requires this token of everybody with an external id. */
  requiredToken = ''
  /** What the browser keeps for all tabs. */
  readonly storage = new Map<string, string>()
  /** The browser denies it to the chats of new tabs. */
  deniesStorage = false
  readonly #sockets = new Set<FakeSocket>()
  readonly #tabs: Tab[] = []
  #waiting: Array<() => void> = []
  #seq = 0

  constructor() {
    const take = (socket: FakeSocket, frame: Push) => this.#take(socket, frame)
    const add = (socket: FakeSocket) => this.#sockets.add(socket.open())
    const isOwn = (text: string) => text.includes(this.token)
    const globals = {
      window: { location: {}, document: { referrer: '' } },
      document: { addEventListener() {}, visibilityState: 'visible' },
      location: { protocol: 'https:', host: 'chat.example.com' },
      navigator: { userAgent: '' },
      addEventListener: (name: string, listener: Tab['listeners'][0][1]) =>
        this.#tabs.at(-1)?.listeners.push([name, listener]),
      WebSocket: class extends FakeSocket {
        constructor(url: string) {
          super(take)
          if (isOwn(url)) add(this)
        }
      },
      fetch: (url: string, init: { method: string; body?: string }) => this.#answer(url, init),
    }
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  }

  customer(external_id = '') {
    const id = randomUUID()
    this.customers.set(id, { external_id })
    return id
  }

  /** The visitor's messages and, in brackets, the team's. */
  conversation(customer_id: string, bodies: string[], status: Conversation['status'] = 'open') {
    const id = randomUUID()
    this.conversations.set(id, { customer_id, status, messages: [] })
    for (const body of bodies) this.#store(id, body.startsWith('[') ? {} : { customer_id, user_id: null }, body)
    return id
  }

  replies(id: string, body: string) {
    this.#broadcast(id, this.#store(id, {}, body))
  }

  /** The team writes first. */
  starts = (customer_id: string, body: string) => this.#create(customer_id, [body])

  #create(customer_id: string, bodies: string[]) {
    const id = this.conversation(customer_id, bodies)
    this.#send(`conversation:lobby:${customer_id}`, 'conversation:created', { id })
    return id
  }

  /** The team closes it. The visitor's browser hears nothing of it. */
  closes(id: string) {
    this.#get(id).status = 'closed'
  }

  bodies = (id: string) => this.#get(id).messages.map(({ body }) => body)
  isSeen = (id: string) => this.#get(id).messages.every(({ seen_at, user_id }) => seen_at || !user_id)
  count = (entry: string) => this.log.filter((line) => line === entry).length

  /** The held answers arrive. */
  letGo() {
    this.held = /^$/
    for (const go of this.#waiting.splice(0)) go()
  }

  /** Connections break, and the browser opens new ones. */
  breakLines() {
    for (const socket of this.#sockets) socket.fail()
  }

  /** A tab of the site. Its chat is loaded and closed. */
  async openTab(params: Record<string, string> = {}) {
    const tab = new Tab()
    this.#tabs.push(tab)
    const denied = this.deniesStorage
    const store = openStore(() => {
      if (denied) throw new Error('denied')
      return {
        length: this.storage.size,
        key: (index) => [...this.storage.keys()][index] ?? null,
        getItem: (key) => this.storage.get(key) ?? null,
        setItem: (key, value) => this.#write(tab, key, value),
        removeItem: (key) => this.#write(tab, key),
      }
    })
    const options = readParams(`?${new URLSearchParams({ token: this.token, version: '2.0.0', ...params })}`)
    tab.chat = new Chat(
      options as FrameOptions,
      store,
      (event, payload) => tab.posted.push({ event, ...payload }),
      ENGLISH,
    )
    await tab.chat.start()
    await settle()
    return tab
  }

  #write(writer: Tab, key: string, value?: string) {
    if (this.storage.get(key) === value) return
    if (value === undefined) this.storage.delete(key)
    else this.storage.set(key, value)
    for (const tab of this.#tabs)
      if (tab !== writer)
        for (const [name, listener] of tab.listeners) if (name === 'storage') setImmediate(() => listener({ key }))
  }

  #get(id: string) {
    const conversation = this.conversations.get(id)
    if (!conversation) throw new Error('no such conversation')
    return conversation
  }

  #store(conversation_id: string, author: Partial<Message>, body: string, client_message_id: string | null = null) {
    const { messages } = this.#get(conversation_id)
    const known = messages.find((message) => client_message_id && message.client_message_id === client_message_id)
    if (known) return known
    const message = aMessage(++this.#seq, { ...author, conversation_id, body, client_message_id })
    messages.push(message)
    return message
  }

  #broadcast(id: string, message: Message) {
    this.#send(`conversation:${id}`, 'shout', message)
  }

  #send(topic: string, event: string, payload: object) {
    for (const socket of this.#sockets)
      if (socket.topics.has(topic)) socket.receive([null, null, topic, event, structuredClone(payload)])
  }

  /** Whether a caller with this token may act as the customer. */
  #mayAct(id: string, token?: string | null) {
    return !this.requiredToken || !this.customers.get(id)?.external_id || token === this.requiredToken
  }

  /** A frame of the socket. */
  #take(socket: FakeSocket, [join_ref, ref, topic, event, payload]: Push) {
    this.log.push(`${event} ${topic}`)
    if (event === this.lost) return
    const reply = (status: string, response: object = {}) =>
      event !== this.unanswered && socket.receive([join_ref, ref, topic, 'phx_reply', { status, response }])
    const id = topic.replace('conversation:', '')
    if (event === 'phx_join') {
      const owner = this.conversations.get(id)?.customer_id ?? id.replace('lobby:', '')
      if (this.forbidden.has(id)) return reply('error', { reason: 'This site may not use this chat' })
      if (!topic.startsWith('room:') && !this.#mayAct(owner, payload.identity_token))
        return reply('error', { reason: 'unauthorized' })
      socket.topics.add(topic)
    }
    if (event === 'phx_leave') socket.topics.delete(topic)
    if (event === 'messages:seen')
      for (const message of this.#get(id).messages) if (message.user_id) message.seen_at ??= new Date().toISOString()
    if (event === 'shout') {
      const conversation = this.#get(id)
      conversation.status = 'open'
      const { customer_id } = conversation
      const message = this.#store(id, { customer_id, user_id: null }, payload.body ?? '', payload.client_message_id)
      reply('ok')
      return this.#broadcast(id, message)
    }
    reply('ok')
  }

  async #answer(url: string, { method, body }: { method: string; body?: string }): Promise<Response> {
    const { pathname, searchParams } = new URL(url, 'https://chat.example.com')
    const path = pathname.slice('/api/'.length)
    const given = JSON.parse(body ?? '{}') as Body
    const account_id = searchParams.get('account_id') ?? (given.customer ?? given.conversation)?.account_id
    if (account_id && account_id !== this.token) return new Promise(() => {})
    this.log.push(`${method} ${path}`)
    if (this.failing.test(path)) return new Response('', { status: this.status })
    const answer = structuredClone(this.#find(path, method, searchParams, given))
    if (this.held.test(path)) await new Promise<void>((go) => this.#waiting.push(go))
    return Response.json({ data: answer })
  }

  #find(path: string, method: string, query: URLSearchParams, body: Body): unknown {
    const token = query.get('identity_token')
    const ofPath = /^customers\/([\da-f-]{36})/.exec(path)?.[1]
    const id = ofPath ?? query.get('customer_id') ?? body.conversation?.customer_id ?? ''
    const proven = (external_id = '') => (!this.requiredToken || token === this.requiredToken ? external_id : '')
    const own = [...this.conversations].filter(([, { customer_id }]) => customer_id === id).toReversed()
    const listed = own.map(([id, conversation]) => ({ id, ...conversation }))

    if (path === 'widget_settings') return { account: {} }
    if (path === 'customers/identify') {
      const named = proven(query.get('external_id') ?? '')
      const found = [...this.customers].find(([, { external_id }]) => named && external_id === named)
      return { customer_id: found?.[0] ?? null }
    }
    if (path === 'customers') return { id: this.customer(proven(body.customer?.external_id)) }
    if (path === 'conversations/customer')
      return this.#mayAct(id, token) ? listed.filter(({ status }) => status === 'open') : []
    if (path === 'conversations') return { id: this.#create(id, []) }
    if (path.endsWith('/exists')) return this.customers.has(id) && this.#mayAct(id, token)
    if (path.endsWith('/metadata')) {
      const external_id = proven(body.metadata?.external_id)
      if (external_id && method === 'PUT') this.customers.set(id, { external_id })
      return {}
    }
    const conversation = /conversations\/([\da-f-]{36})$/.exec(path)?.[1]
    return conversation ? this.#get(conversation).messages : listed
  }
}

class FakeSocket {
  readonly topics = new Set<string>()
  readonly #take: (socket: FakeSocket, frame: Push) => void
  #isClosed = false
  onopen = () => {}
  onclose = () => {}
  onmessage = (_: { data: string }) => {}

  constructor(take: (socket: FakeSocket, frame: Push) => void) {
    this.#take = take
  }

  open() {
    setImmediate(() => this.onopen())
    return this
  }

  send(data: string) {
    this.#take(this, JSON.parse(data) as Push)
  }

  receive(frame: unknown[]) {
    setImmediate(() => {
      if (!this.#isClosed) this.onmessage({ data: JSON.stringify(frame) })
    })
  }

  close() {
    this.fail()
  }

  fail() {
    if (this.#isClosed) return
    this.#isClosed = true
    this.topics.clear()
    this.onclose()
  }
}

/** Lets everything that is under way arrive. */
export async function settle() {
  for (let turn = 0; turn < 30; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
