import { connect } from 'node:net'

/** Sends bytes that are no request, or half of one. Resolves when the server has answered or closed the connection. */
export function rawHttp(port: number, bytes: string, { hangUp = false } = {}): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    const done = () => {
      socket.destroy()
      resolve(received)
    }
    socket.on('data', (chunk) => {
      received += chunk.toString()
      done()
    })
    socket.on('error', done)
    socket.on('close', done)
    socket.write(bytes, () => hangUp && done())
  })
}

export const BROKEN_REQUESTS = [
  'GET\r\n\r\n',
  '\0\0\0\0\r\n\r\n',
  'GET /api/me HTTP/9.9\r\n\r\n',
  'GET /api/me HTTP/1.1\r\nhost: a\r\nbad header\r\n\r\n',
  'POST /api/session HTTP/1.1\r\nhost: a\r\ncontent-length: -5\r\n\r\n',
  'POST /api/session HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  'POST /api/session HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
  `GET /${'a'.repeat(30_000)} HTTP/1.1\r\nhost: a\r\n\r\n`,
]

export const HALF_REQUESTS = [
  'GET /api/me HT',
  'POST /api/session HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n{"user":',
]
