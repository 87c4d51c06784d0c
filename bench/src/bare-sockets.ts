import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Socket } from 'node:net'
import { WebSocketServer } from 'ws'

/**
 * The least that a socket server can be, in a process of its own. What a socket is for stands in its path: `/idle` only
 * lives, `/listen` hears what `/drum` says, and what comes in at `/visitor` goes out to `/agent`.
 */
const http = createServer()
const server = new WebSocketServer({ server: http, perMessageDeflate: false, clientTracking: false })
const listeners = new Set<Socket>()
let agent: { send(data: Buffer, options: { binary: boolean }): void } | undefined
let frame = Buffer.alloc(0)

server.on('connection', (socket, { url, socket: raw }) => {
  socket.on('error', () => {})
  socket.on('message', (data: Buffer) => {
    if (url === '/visitor') agent?.send(data, { binary: false })
    if (url === '/drum') drum(data)
  })
  if (url === '/agent') agent = socket
  if (url === '/listen') {
    listeners.add(raw)
    socket.on('close', () => listeners.delete(raw))
  }
})

/** An empty message is a beat; any other is what to say from now on, framed here once. */
function drum(text: Buffer) {
  if (text.length > 0) {
    const head = Buffer.from([0x81, 126, text.length >> 8, text.length & 0xff])
    frame = Buffer.concat([head, text])
    return
  }
  for (const raw of listeners) raw.write(frame)
}

http.listen(0, '127.0.0.1', () => process.send?.({ port: (http.address() as AddressInfo).port }))
