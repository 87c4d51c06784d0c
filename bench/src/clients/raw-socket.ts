import { connect, type Socket } from 'node:net'

/** The bytes between `start` and `end` are one text; the buffer is reused as soon as the listener returns. */
export type FrameListener = (bytes: Buffer, start: number, end: number) => void

/** Shared by all sockets: each read is handled before the next one starts. */
const shared = Buffer.allocUnsafe(1 << 20)
const HEAD_END = Buffer.from('\r\n\r\n')
const KEY = Buffer.alloc(16).toString('base64')

/**
 * A WebSocket client that does next to nothing, so that thousands of them leave the processor to the server. Its mask is
 * all zeros, which the protocol allows.
 */
export class RawSocket {
  onFrame: FrameListener = () => {}
  #socket: Socket
  #rest: Buffer | undefined = undefined
  #open = false
  #closing = false
  #reason = 'without a reason'
  #opened: { resolve: () => void; reject: (error: Error) => void } | undefined = undefined

  private constructor(port: number, path: string) {
    this.#socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: shared,
        callback: (size) => {
          this.#read(shared.subarray(0, size))
          return true
        },
      },
    })
    this.#socket.on('error', (error) => this.#fail(error))
    this.#socket.on('close', () => this.#fail(new Error(`the server closed the socket: ${this.#reason}`)))
    const head = `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nupgrade: websocket\r\nconnection: upgrade\r\n`
    this.#socket.write(`${head}sec-websocket-version: 13\r\nsec-websocket-key: ${KEY}\r\n\r\n`)
  }

  static open(port: number, path: string): Promise<RawSocket> {
    const socket = new RawSocket(port, path)
    return new Promise((resolve, reject) => (socket.#opened = { resolve: () => resolve(socket), reject }))
  }

  send(text: string) {
    const length = Buffer.byteLength(text)
    const start = length < 126 ? 2 : length < 1 << 16 ? 4 : 10
    const frame = Buffer.alloc(start + 4 + length)
    frame[0] = 0x81
    frame[1] = 0x80 | (start === 2 ? length : start === 4 ? 126 : 127)
    if (start === 4) frame.writeUInt16BE(length, 2)
    if (start === 10) frame.writeBigUInt64BE(BigInt(length), 2)
    frame.write(text, start + 4)
    this.#socket.write(frame)
  }

  /** What is sent to it from now on waits at the sender. */
  stopReading() {
    this.#socket.pause()
  }

  close() {
    this.#closing = true
    this.#socket.destroy()
  }

  #fail(error: Error) {
    // With a missing socket the measurement would be wrong without an error.
    if (this.#open && !this.#closing) throw error
    this.#opened?.reject(error)
    this.#opened = undefined
  }

  #read(chunk: Buffer) {
    const bytes = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk
    this.#rest = undefined
    const used = this.#take(bytes, this.#open ? 0 : this.#shakeHands(bytes))
    if (used < bytes.length) this.#rest = Buffer.from(bytes.subarray(used))
  }

  #shakeHands(bytes: Buffer) {
    const end = bytes.indexOf(HEAD_END)
    if (end < 0) return 0
    const head = bytes.toString('latin1', 0, end)
    if (!head.startsWith('HTTP/1.1 101')) {
      this.#fail(new Error(`no socket: ${head.split('\r\n', 1)[0]}`))
      return bytes.length
    }
    this.#open = true
    this.#opened?.resolve()
    this.#opened = undefined
    return end + HEAD_END.length
  }

  /** Where the last whole frame ends. */
  #take(bytes: Buffer, from: number) {
    let at = from
    while (this.#open && at + 2 <= bytes.length) {
      const kind = bytes[at] ?? 0
      let length = bytes[at + 1] ?? 0
      let start = at + 2
      if (length === 126) {
        if (start + 2 > bytes.length) return at
        length = bytes.readUInt16BE(start)
        start += 2
      } else if (length === 127) {
        if (start + 8 > bytes.length) return at
        length = Number(bytes.readBigUInt64BE(start))
        start += 8
      }
      if (start + length > bytes.length) return at
      if (kind === 0x81) this.onFrame(bytes, start, start + length)
      if (kind === 0x88) this.#reason = readClose(bytes.subarray(start, start + length))
      at = start + length
    }
    return at
  }
}

/** The code and the words of a close frame. */
function readClose(payload: Buffer) {
  return payload.length < 2 ? 'without a reason' : `${payload.readUInt16BE(0)} ${payload.toString('utf8', 2)}`
}
