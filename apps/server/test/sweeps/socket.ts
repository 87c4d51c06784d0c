import { WebSocket } from 'ws'

export interface SocketReply {
  status: 'ok' | 'error'
  response: Record<string, unknown>
}

const REPLY_TIMEOUT_MS = 20_000
let callers = 0

/** Sends frames as given, valid or not, and keeps every frame that it receives. */
export class RawSocket {
  readonly frames: string[] = []
  readonly #ws: WebSocket
  readonly #waiting = new Map<string, (reply: SocketReply) => void>()
  #refs = 0
  #closed: { code: number; reason: string } | undefined

  constructor(url: string, token?: string) {
    callers += 1
    const from = `2001:db8:ffff:${callers.toString(16)}::7`
    const query = token ? `&token=${encodeURIComponent(token)}` : ''
    this.#ws = new WebSocket(`${url.replace('http', 'ws')}/socket/websocket?vsn=2.0.0${query}`, {
      headers: { 'x-forwarded-for': from },
    })
    this.#ws.on('message', (data: Buffer) => this.#receive(data.toString()))
    this.#ws.on('close', (code, reason) => (this.#closed = { code, reason: reason.toString() }))
    this.#ws.on('error', () => {})
  }

  /** Rejects with the status of a refused upgrade. */
  opened(): Promise<this> {
    return new Promise((resolve, reject) => {
      this.#ws.once('open', () => resolve(this))
      this.#ws.once('unexpected-response', (_request, response) => {
        reject(new Error(`refused with ${response.statusCode}`))
        this.#ws.terminate()
      })
      this.#ws.once('error', reject)
    })
  }

  #receive(text: string) {
    this.frames.push(text)
    const [, ref, , event, payload] = JSON.parse(text) as [unknown, string, string, string, SocketReply]
    if (event === 'phx_reply') this.#waiting.get(ref)?.(payload)
  }

  async push(topic: string, event: string, payload: unknown, join_ref = '1'): Promise<SocketReply> {
    this.#refs += 1
    const ref = String(this.#refs)
    return this.raw(JSON.stringify([join_ref, ref, topic, event, payload]), ref)
  }

  /** The reply to a frame, or an error with the close code. */
  raw(text: string, ref: string): Promise<SocketReply> {
    return new Promise((resolve, reject) => {
      const done = (reply: SocketReply) => {
        clearTimeout(timer)
        this.#waiting.delete(ref)
        this.#ws.off('close', closed)
        resolve(reply)
      }
      const closed = () =>
        done({ status: 'error', response: { reason: `closed with ${this.#closed?.code} ${this.#closed?.reason}` } })
      const timer = setTimeout(() => reject(new Error(`no reply to ${text.slice(0, 300)}`)), REPLY_TIMEOUT_MS)
      if (this.#ws.readyState !== WebSocket.OPEN) return closed()
      this.#waiting.set(ref, done)
      this.#ws.once('close', closed)
      this.#ws.send(text)
    })
  }

  join = (topic: string, payload: unknown = {}) => this.push(topic, 'phx_join', payload)

  /** The close code and reason. */
  ended(): Promise<{ code: number; reason: string }> {
    return new Promise((resolve) => {
      if (this.#closed) resolve(this.#closed)
      else this.#ws.once('close', (code, reason) => resolve({ code, reason: reason.toString() }))
    })
  }

  send(data: string | Buffer, options: { fin?: boolean; binary?: boolean } = {}) {
    this.#ws.send(data, options)
  }

  get isOpen() {
    return this.#ws.readyState === WebSocket.OPEN
  }

  close() {
    this.#ws.terminate()
  }
}
