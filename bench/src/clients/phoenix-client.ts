import { RawSocket, type FrameListener } from './raw-socket.js'

/** The part of the Phoenix protocol that the benchmarks need. */
export class PhoenixClient {
  /** Receives everything but awaited replies. */
  onFrame: FrameListener = () => {}
  #socket: RawSocket
  #waiting = new Map<string, { resolve: () => void; reject: (error: Error) => void }>()
  #last_ref = 0

  private constructor(socket: RawSocket) {
    this.#socket = socket
    socket.onFrame = (bytes, start, end) => {
      if (this.#waiting.size > 0 && this.#settle(bytes.toString('utf8', start, end))) return
      this.onFrame(bytes, start, end)
    }
  }

  static async open(port: number, token?: string) {
    const path = `/socket/websocket?vsn=2.0.0${token ? `&token=${encodeURIComponent(token)}` : ''}`
    return new PhoenixClient(await RawSocket.open(port, path))
  }

  join(topic: string, payload: object = {}) {
    return this.#ask(refOf(topic), topic, 'phx_join', payload)
  }

  beat() {
    return this.#ask(null, 'phoenix', 'heartbeat', {})
  }

  /** Does not wait for the reply. */
  push(topic: string, event: string, payload: object) {
    this.#socket.send(JSON.stringify([refOf(topic), this.#ref(), topic, event, payload]))
  }

  stopReading() {
    this.#socket.stopReading()
  }

  close() {
    this.#socket.close()
  }

  #ref() {
    this.#last_ref += 1
    return String(this.#last_ref)
  }

  #ask(join_ref: string | null, topic: string, event: string, payload: object) {
    const ref = this.#ref()
    return new Promise<void>((resolve, reject) => {
      this.#waiting.set(ref, { resolve, reject })
      this.#socket.send(JSON.stringify([join_ref, ref, topic, event, payload]))
    })
  }

  #settle(text: string) {
    if (!text.includes('"phx_reply"')) return false
    const [, ref, topic, , reply] = JSON.parse(text) as [string, string, string, string, { status: string }]
    const waiting = this.#waiting.get(ref)
    if (!waiting) return false
    this.#waiting.delete(ref)
    if (reply.status === 'ok') waiting.resolve()
    else waiting.reject(new Error(`${topic} refused: ${text}`))
    return true
  }
}

/** The server takes references of up to 64 characters. */
const refOf = (topic: string) => topic.slice(-36)

/** Connections opened at the same time. More would measure the accept queue. */
export async function openMany<T>(count: number, open: (index: number) => Promise<T>): Promise<T[]> {
  const opened: T[] = []
  for (let from = 0; from < count; from += 100) {
    const batch = Array.from({ length: Math.min(100, count - from) }, (_, index) => open(from + index))
    opened.push(...(await Promise.all(batch)))
  }
  return opened
}
