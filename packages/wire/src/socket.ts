import type { Topics } from '@papercups/contract'

export type ConnectionState = 'connecting' | 'online' | 'reconnecting'

export interface SocketOptions {
  /** Without `/websocket`: `wss://help.example.com/socket`, or `/socket` on our own pages. */
  url: string
  /** Called for each attempt, so the next one uses a renewed token. */
  params?: () => Record<string, string>
  /**
   * Called when the server refused the upgrade or could not be reached; browsers do not tell the two apart. Awaited before
   * the next attempt, at most once in ten seconds.
   */
  renew?: () => Promise<unknown>
  /** Replaces the global WebSocket, which Node 20 does not have. */
  transport?: new (url: string) => object
}

/** The server refused a push. `reason` is "timeout" when it did not reply or the connection was lost. */
export class PushError extends Error {
  readonly response: { reason?: string; errors?: unknown }

  constructor(response: { reason?: string; errors?: unknown } = {}) {
    super(response.reason)
    this.response = response
  }
}

export interface TopicSubscription<T extends keyof Topics> {
  on<E extends keyof Topics[T] & string>(event: E, listener: (payload: Topics[T][E]) => void): this
  /** `joined` is also called after each reconnect: fetch what was sent meanwhile. */
  join(hooks?: { joined?: (response: object) => void; refused?: (response: { reason?: string }) => void }): this
  /** Waits for a join under way. Without a connection it fails at once; nothing is queued. */
  push(event: string, payload?: object): Promise<object>
  leave(): void
}

export interface SocketClient {
  topic<T extends keyof Topics & string>(name: T, payload?: object | (() => object)): TopicSubscription<T>
  state(): ConnectionState
  /** Calls back on every change of `state()`, until the returned function is called. */
  watch(listener: () => void): () => void
  close(): void
}

/** For the reply to a push, a join or a heartbeat. */
const REPLY_TIMEOUT_MS = 10_000
const HEARTBEAT_MS = 30_000
const PAUSES_MS = [50, 100, 200, 500, 1000, 2000]
/** The pause before joining a failed topic again. It doubles with each refusal. */
const REJOIN_MS = 1000
const LONGEST_REJOIN_MS = 5000

type Transport = Pick<WebSocket, 'send' | 'close' | 'onopen' | 'onclose' | 'onerror' | 'onmessage'>
type Reply = { status: string; response: object }

/** A client of the Phoenix channel protocol, version 2. */
export function openSocket({ url, params, renew, transport }: SocketOptions): SocketClient {
  const watchers = new Set<() => void>()
  const topics = new Set<TopicMember>()
  const replies = new Map<string, (reply: Reply) => void>()
  let state: ConnectionState = 'connecting'
  let socket: Transport | undefined
  let refs = 0
  let failures = 0
  let renewed = -Infinity
  let closed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let heartbeat: ReturnType<typeof setInterval> | undefined

  const setState = (next: ConnectionState) => {
    if (state === next) return
    state = next
    for (const notify of watchers) notify()
  }

  /** Sends a frame and calls back once, with the reply or with `NO_REPLY`. */
  const ask: Ask = (topic, event, payload, join_ref, onReply) => {
    const ref = `${++refs}`
    const settle = (reply: Reply) => {
      clearTimeout(timeout)
      if (replies.delete(ref)) onReply(reply)
    }
    const timeout = setTimeout(() => settle(NO_REPLY), REPLY_TIMEOUT_MS)
    replies.set(ref, settle)
    socket?.send(JSON.stringify([join_ref ?? (event === 'phx_join' ? ref : null), ref, topic, event, payload]))
    return ref
  }

  function connect() {
    if (socket || closed) return
    clearTimeout(timer)
    const query = new URLSearchParams({ ...params?.(), vsn: '2.0.0' })
    const mine = new (transport ?? WebSocket)(`${absolute(url)}/websocket?${query}`) as Transport
    let opened = false
    socket = mine
    mine.onopen = () => {
      opened = true
      failures = 0
      heartbeat = setInterval(beat, HEARTBEAT_MS)
      setState('online')
      for (const topic of topics) topic.join()
    }
    mine.onmessage = ({ data }) => {
      const [join_ref, ref, name, event, payload] = JSON.parse(String(data)) as Incoming
      if (event === 'phx_reply') replies.get(ref ?? '')?.(payload as Reply)
      else for (const topic of [...topics]) topic.receive(name, join_ref, event, payload)
    }
    // A close follows every error, but in Node an error without a listener ends the process.
    mine.onerror = () => {}
    mine.onclose = () => {
      if (socket === mine) lose(opened)
    }
  }

  function lose(opened: boolean) {
    socket = undefined
    clearInterval(heartbeat)
    setState('reconnecting')
    for (const topic of topics) topic.lose()
    for (const settle of [...replies.values()]) settle(NO_REPLY)
    if (renew && !opened && Date.now() - renewed > 10_000) {
      renewed = Date.now()
      renew().then(connect, connect)
    } else {
      // Random, so that not all clients reconnect to a restarted server at once.
      timer = setTimeout(connect, (PAUSES_MS[failures++] ?? 5000) * (0.5 + Math.random()))
    }
  }

  /** Without heartbeats a connection that was cut silently would look open for minutes. */
  const beat = () =>
    ask('phoenix', 'heartbeat', {}, null, (reply) => {
      const dead = socket
      if (reply !== NO_REPLY || !dead) return
      lose(true)
      dead.close()
    })

  /** Timers hardly run in a hidden tab, and a computer that slept lost its connection without an event. */
  const wake = () => {
    if (document.visibilityState !== 'visible') return
    if (state === 'online') beat()
    else connect()
  }
  if (typeof document === 'object') document.addEventListener('visibilitychange', wake)
  connect()

  return {
    topic: <T extends keyof Topics & string>(name: T, payload: object | (() => object) = {}) =>
      new TopicMember(name, payload, topics, ask, () => state) as unknown as TopicSubscription<T>,
    state: () => state,
    watch(listener) {
      watchers.add(listener)
      return () => watchers.delete(listener)
    },
    close() {
      closed = true
      clearTimeout(timer)
      clearInterval(heartbeat)
      if (typeof document === 'object') document.removeEventListener('visibilitychange', wake)
      const open = socket
      socket = undefined
      state = 'connecting'
      for (const topic of [...topics]) topic.leave()
      for (const settle of [...replies.values()]) settle(NO_REPLY)
      open?.close()
    },
  }
}

type Ask = (
  topic: string,
  event: string,
  payload: object,
  join_ref: string | null,
  onReply: (reply: Reply) => void,
) => string
type Incoming = [join_ref: string | null, ref: string | null, topic: string, event: string, payload: object]

const NO_REPLY: Reply = { status: 'error', response: { reason: 'timeout' } }

const absolute = (url: string) =>
  url.startsWith('/') ? `${location.protocol.replace('http', 'ws')}//${location.host}${url}` : url

/** This client's membership of one topic. */
class TopicMember {
  readonly #name: string
  readonly #payload: object | (() => object)
  readonly #topics: Set<TopicMember>
  readonly #ask: Ask
  readonly #state: () => ConnectionState
  readonly #listeners = new Map<string, Array<(payload: never) => void>>()
  #hooks: { joined?: (response: object) => void; refused?: (response: { reason?: string }) => void } = {}
  #joinRef = ''
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Since the last successful join. */
  #refusals = 0
  /** Pushes that wait for the join. */
  #waiting: Array<() => void> = []
  isJoined = false

  constructor(
    name: string,
    payload: object | (() => object),
    topics: Set<TopicMember>,
    ask: Ask,
    state: () => ConnectionState,
  ) {
    this.#name = name
    this.#payload = payload
    this.#topics = topics
    this.#ask = ask
    this.#state = state
  }

  on(event: string, listener: (payload: never) => void) {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener])
    return this
  }

  join(hooks?: object) {
    if (hooks) this.#hooks = hooks
    this.#topics.add(this)
    if (this.#state() !== 'online') return this
    clearTimeout(this.#timer)
    const payload = typeof this.#payload === 'function' ? this.#payload() : this.#payload
    const mine = this.#ask(this.#name, 'phx_join', payload, null, (reply) => this.#answered(mine, reply))
    this.#joinRef = mine
    return this
  }

  push(event: string, payload: object = {}) {
    return new Promise<object>((resolve, reject) => {
      const fail = (response: object) => reject(new PushError(response))
      const send = () =>
        this.#ask(this.#name, event, payload, this.#joinRef, ({ status, response }) =>
          status === 'ok' ? resolve(response) : fail(response),
        )
      if (this.isJoined) send()
      else if (this.#state() === 'reconnecting' || !this.#topics.has(this)) fail(NO_REPLY.response)
      else
        this.#waiting.push(() => {
          if (this.isJoined) send()
          else fail(NO_REPLY.response)
        })
    })
  }

  leave() {
    this.#topics.delete(this)
    clearTimeout(this.#timer)
    if (this.#joinRef && this.#state() === 'online') this.#ask(this.#name, 'phx_leave', {}, this.#joinRef, () => {})
    this.lose()
  }

  /** Pushes that wait for the join fail. */
  lose() {
    this.isJoined = false
    this.#flush()
  }

  receive(name: string, join_ref: string | null, event: string, payload: object) {
    // Frames of an earlier membership are ignored.
    if (name !== this.#name || (join_ref && join_ref !== this.#joinRef)) return
    if (event === 'phx_error') this.#rejoinLater()
    else if (event === 'phx_close') {
      this.#topics.delete(this)
      this.lose()
    } else for (const listener of this.#listeners.get(event) ?? []) listener(payload as never)
  }

  #answered(join_ref: string, reply: Reply) {
    if (join_ref !== this.#joinRef || !this.#topics.has(this)) return
    if (reply.status === 'ok') {
      this.isJoined = true
      this.#refusals = 0
      this.#hooks.joined?.(reply.response)
    } else {
      this.#rejoinLater(2 ** this.#refusals++)
      if (reply !== NO_REPLY) this.#hooks.refused?.(reply.response)
    }
    this.#flush()
  }

  #flush() {
    for (const go of this.#waiting.splice(0)) go()
  }

  #rejoinLater(times = 1) {
    this.isJoined = false
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.join(), Math.min(times * REJOIN_MS, LONGEST_REJOIN_MS))
  }
}
