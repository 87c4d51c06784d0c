import type { Topics } from '@papercups/contract'
import { Socket, type Channel } from 'phoenix'

export type LineState = 'connecting' | 'online' | 'reconnecting'

export interface LineOptions {
  /** Where the socket lives, without `/websocket`: `wss://help.example.com/socket`, or `/socket` on our own pages. */
  url: string
  /** Read anew for each attempt, so a renewed token is used by the next one. */
  params?: () => Record<string, string>
  /**
   * The server refused the upgrade (or could not be reached: browsers do not tell the two apart). Awaited before the next
   * attempt, at most once in ten seconds.
   */
  renew?: () => Promise<unknown>
  /** Where there is no WebSocket of its own, as in Node 20. */
  transport?: new (url: string) => object
}

/** The server said no to a push, or said nothing for ten seconds (`reason` is "timeout"). */
export class PushError extends Error {
  readonly response: { reason?: string; errors?: unknown }

  constructor(response: { reason?: string; errors?: unknown } = {}) {
    super(response.reason)
    this.response = response
  }
}

export interface TopicLine<T extends keyof Topics> {
  on<E extends keyof Topics[T] & string>(event: E, listener: (payload: Topics[T][E]) => void): this
  /** `joined` is called after every join, the ones after a lost connection too: what was sent meanwhile has to be fetched. */
  join(told?: { joined?: (response: object) => void; refused?: (response: { reason?: string }) => void }): this
  push(event: string, payload?: object): Promise<object>
  leave(): void
}

export interface Line {
  topic<T extends keyof Topics & string>(name: T, payload?: object | (() => object)): TopicLine<T>
  state(): LineState
  /** Calls back on every change of `state()`, until the returned function is called. */
  watch(listener: () => void): () => void
  close(): void
}

const pauses = [50, 100, 200, 500, 1000, 2000]
/** A topic that was refused, failed or never answered is asked for again. */
const REJOIN = 1000

export function openSocket({ url, params, renew, transport }: LineOptions): Line {
  const watchers = new Set<() => void>()
  let state: LineState = 'connecting'
  let closed = false
  let opened = false
  let failures = 0
  let renewed = -Infinity

  const become = (next: LineState) => {
    if (state === next) return
    state = next
    for (const tell of watchers) tell()
  }

  const socket = new Socket(url, {
    params: () => params?.() ?? {},
    // Left alone it reads window.sessionStorage, which throws in frames where storage is denied.
    sessionStorage: {},
    // Spread out: a restarted server is not met by everybody at once.
    reconnectAfterMs: () => (pauses[failures++] ?? 5000) * (0.5 + Math.random()),
    rejoinAfterMs: () => REJOIN,
    ...(transport && { transport }),
  })
  socket.onOpen(() => {
    opened = true
    failures = 0
    become('online')
  })
  socket.onClose(() => {
    const refused = !opened
    opened = false
    if (closed) return
    become('reconnecting')
    if (!renew || !refused || Date.now() - renewed < 10_000) return

    renewed = Date.now()
    socket.disconnect()
    const retry = () => closed || socket.connect()
    renew().then(retry, retry)
  })
  socket.connect()

  return {
    topic: (name, payload) => topicLine(socket.channel(name, payload)),
    state: () => state,
    watch(listener) {
      watchers.add(listener)
      return () => watchers.delete(listener)
    },
    close() {
      closed = true
      socket.disconnect()
    },
  }
}

function topicLine<T extends keyof Topics>(channel: Channel): TopicLine<T> {
  const line: TopicLine<T> = {
    on(event, listener) {
      channel.on(event, listener)
      return line
    },
    join({ joined, refused } = {}) {
      const push = channel.join()
      if (joined) push.receive('ok', joined)
      if (refused) push.receive('error', refused)
      return line
    },
    push: (event, payload = {}) =>
      new Promise((resolve, reject) => {
        channel
          .push(event, payload)
          .receive('ok', resolve)
          .receive('error', (response) => reject(new PushError(response)))
          .receive('timeout', () => reject(new PushError({ reason: 'timeout' })))
      }),
    leave: () => void channel.leave(),
  }
  return line
}
