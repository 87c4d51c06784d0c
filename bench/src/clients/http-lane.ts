import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const HEAD_END = Buffer.from('\r\n\r\n')

/** One keep-alive connection with one request at a time. It parses only the end of an answer. */
export class HttpLane {
  #socket: Socket
  #answered: { resolve: () => void; reject: (error: Error) => void } | undefined = undefined
  #missing = 0
  #head: Buffer = Buffer.alloc(0)

  private constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.on('data', (chunk: Buffer) => this.#read(chunk))
    this.#socket.on('error', (error) => this.#fail(error))
    this.#socket.on('close', () => this.#fail(new Error('the server closed the connection')))
  }

  static async open(port: number) {
    const lane = new HttpLane(port)
    await once(lane.#socket, 'connect')
    return lane
  }

  /** Resolves with the whole answer; rejects for any status but success. */
  send(request: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#answered = { resolve, reject }
      this.#socket.write(request)
    })
  }

  close() {
    this.#answered = undefined
    this.#socket.destroy()
  }

  #read(chunk: Buffer) {
    if (this.#missing > 0) return this.#count(chunk.length)
    const bytes = this.#head.length > 0 ? Buffer.concat([this.#head, chunk]) : chunk
    const end = bytes.indexOf(HEAD_END)
    if (end < 0) {
      this.#head = bytes
      return
    }
    this.#head = Buffer.alloc(0)
    const head = bytes.toString('latin1', 0, end)
    const length = /content-length: (\d+)/i.exec(head)?.[1]
    if (!head.startsWith('HTTP/1.1 20') || !length)
      return this.#fail(new Error(`unexpected answer: ${bytes.toString()}`))
    this.#missing = Number(length)
    this.#count(bytes.length - end - HEAD_END.length)
  }

  #count(bytes: number) {
    this.#missing -= bytes
    if (this.#missing > 0) return
    const answered = this.#answered
    this.#answered = undefined
    answered?.resolve()
  }

  #fail(error: Error) {
    this.#answered?.reject(error)
    this.#answered = undefined
  }
}

/** The bytes of one request: written once, sent as often as needed. With a body it is a POST. */
export function requestBytes(path: string, token: string, body?: object) {
  const text = body ? JSON.stringify(body) : ''
  const lines = [`${body ? 'POST' : 'GET'} ${path} HTTP/1.1`, 'host: 127.0.0.1', `authorization: ${token}`]
  if (body) lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(text)}`)
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${text}`)
}

/** The same for a form. */
export function formBytes(path: string, form: Record<string, string>, headers: Record<string, string>) {
  const text = new URLSearchParams(form).toString()
  const all = {
    host: '127.0.0.1',
    ...headers,
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(Buffer.byteLength(text)),
  }
  const lines = [`POST ${path} HTTP/1.1`, ...Object.entries(all).map(([name, value]) => `${name}: ${value}`)]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${text}`)
}
