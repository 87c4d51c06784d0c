import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** One SMTP connection that sends one mail after the other. */
export class SmtpLane {
  readonly #socket: Socket
  #read = ''
  #answered: ((line: string) => void) | undefined = undefined
  #failed: ((error: Error) => void) | undefined = undefined

  private constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.setEncoding('latin1').on('data', (text) => this.#hear(String(text)))
    this.#socket.on('error', (error) => this.#failed?.(error))
    this.#socket.on('close', () => this.#failed?.(new Error('the mail server closed the connection')))
  }

  static async open(port: number) {
    const lane = new SmtpLane(port)
    const greeting = lane.#answer(220)
    await once(lane.#socket, 'connect')
    await greeting
    await lane.#say('EHLO bench.test\r\n', 250)
    return lane
  }

  /** Resolves when the server has accepted the mail. `raw` has CRLF line ends and no line that begins with a dot. */
  async send(from: string, to: string, raw: string) {
    await this.#say(`MAIL FROM:<${from}>\r\n`, 250)
    await this.#say(`RCPT TO:<${to}>\r\n`, 250)
    await this.#say('DATA\r\n', 354)
    await this.#say(`${raw}\r\n.\r\n`, 250)
  }

  close() {
    this.#failed = undefined
    this.#socket.destroy()
  }

  #say(text: string, expected: number) {
    const answered = this.#answer(expected)
    this.#socket.write(text, 'latin1')
    return answered
  }

  async #answer(expected: number) {
    const line = await new Promise<string>((resolve, reject) => {
      this.#answered = resolve
      this.#failed = reject
    })
    if (!line.startsWith(String(expected))) throw new Error(`the mail server answered ${line}`)
  }

  /** The last line of an answer has a space after its code. */
  #hear(text: string) {
    this.#read += text
    const last = /^\d{3} .*\r\n$/m.exec(this.#read)
    if (!last) return
    this.#read = ''
    this.#answered?.(last[0])
  }
}
