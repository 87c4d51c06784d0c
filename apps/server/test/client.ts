import type { Topics } from '@papercups/contract'
import { openSocket, type SocketClient, type TopicSubscription } from '@papercups/wire'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'

/** The shape of a response is not checked: a story reads only the fields that it is about. */
type Json = ReturnType<typeof JSON.parse>

export interface Answer {
  status: number
  headers: Headers
  body: Json
}

/** A client with real HTTP, a real socket and its own IP. */
export class Client {
  readonly url: string
  readonly address: string
  token: string | undefined
  /** The `Origin` that a browser would send. */
  origin: string | undefined
  /** The embedding site, as the widget's frame reports it. */
  site: string | undefined
  #line: SocketClient | undefined

  constructor(url: string, address = nextAddress()) {
    this.url = url
    this.address = address
  }

  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        'x-forwarded-for': this.address,
        ...(this.token && { authorization: this.token }),
        ...(this.origin && { origin: this.origin }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, headers: response.headers, body: isJson && text ? JSON.parse(text) : text }
  }

  get = (path: string, headers?: Record<string, string>) => this.call('GET', path, undefined, headers)
  post = (path: string, body?: unknown, headers?: Record<string, string>) => this.call('POST', path, body, headers)
  put = (path: string, body?: unknown) => this.call('PUT', path, body)
  delete = (path: string) => this.call('DELETE', path)

  /** The `data` of the response. Throws when the call fails. */
  async data(method: string, path: string, body?: unknown): Promise<Json> {
    const answer = await this.call(method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body.data
  }

  get line(): SocketClient {
    if (this.#line) return this.#line
    const { address, origin, site } = this
    const transport = class extends WebSocket {
      constructor(url: string) {
        super(url, { headers: { 'x-forwarded-for': address, ...(origin && { origin }) } })
      }
    }
    const line = openSocket({
      url: `${this.url.replace('http', 'ws')}/socket`,
      params: (): Record<string, string> => ({
        ...(this.token && { token: this.token }),
        ...(site && { site }),
      }),
      transport,
    })
    this.#line = line
    onTestFinished(() => line.close())
    return line
  }

  /** Rejects with the reason when the server refuses. */
  join<T extends keyof Topics & string>(topic: T, payload: object = {}): Promise<TopicSubscription<T>> {
    const line = this.line.topic(topic, payload)
    return new Promise((resolve, reject) => {
      line.join({ joined: () => resolve(line), refused: ({ reason }) => reject(new Error(reason ?? 'refused')) })
    })
  }
}

let addresses = 0

/** Documentation IPs, each in its own network, because limits count networks. */
function nextAddress() {
  addresses += 1
  return `2001:db8:${process.pid.toString(16).slice(-4)}:${addresses.toString(16)}::1`
}
