import type { Topics } from '@papercups/contract'
import { openSocket, type Line, type TopicLine } from '@papercups/wire'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'

/** Whatever the server said: a story looks only at what it is about. */
type Json = ReturnType<typeof JSON.parse>

export interface Answer {
  status: number
  headers: Headers
  body: Json
}

/** Somebody on the other side of the wire: real HTTP, a real socket, an address of their own. */
export class Client {
  readonly url: string
  readonly address: string
  token: string | undefined
  /** The site on whose page they are, where their client is a browser. */
  origin: string | undefined
  /** The site that the widget's frame names as the one around it. */
  site: string | undefined
  #line: Line | undefined

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

  /** The `data` of an answer that has to be a good one. */
  async data(method: string, path: string, body?: unknown): Promise<Json> {
    const answer = await this.call(method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body.data
  }

  get line(): Line {
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

  /** Resolves when the server said yes; rejects with its reason. */
  join<T extends keyof Topics & string>(topic: T, payload: object = {}): Promise<TopicLine<T>> {
    const line = this.line.topic(topic, payload)
    return new Promise((resolve, reject) => {
      line.join({ joined: () => resolve(line), refused: ({ reason }) => reject(new Error(reason ?? 'refused')) })
    })
  }
}

let addresses = 0

/** Documentation addresses, each in a network of its own, because limits count networks. */
function nextAddress() {
  addresses += 1
  return `2001:db8:${process.pid.toString(16).slice(-4)}:${addresses.toString(16)}::1`
}
