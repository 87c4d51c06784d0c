import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** An SMTP connection on which a test says every line itself. */
export class SmtpSocket {
  readonly #socket: Socket
  readonly #closed: Promise<never>
  greeting = ''
  #read = ''

  private constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1' })
    this.#socket.setEncoding('utf8').on('data', (text) => (this.#read += String(text)))
    this.#socket.on('error', () => {})
    this.#closed = once(this.#socket, 'close').then(() => {
      throw new Error('the server closed the connection')
    })
    this.#closed.catch(() => {})
  }

  static async open(port: number) {
    const socket = new SmtpSocket(port)
    await once(socket.#socket, 'connect')
    socket.greeting = await socket.#answer()
    return socket
  }

  /** The whole answer of the server. */
  async say(line: string) {
    this.#socket.write(`${line}\r\n`)
    return this.#answer()
  }

  close() {
    this.#socket.destroy()
  }

  /** The last line of an answer has a space after its code. */
  async #answer() {
    while (!/^\d{3} .*\r\n$/m.test(this.#read)) await Promise.race([once(this.#socket, 'data'), this.#closed])
    const answer = this.#read
    this.#read = ''
    return answer
  }
}
