import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Socket } from 'node:net'
import pg from 'pg'
import { WebSocketServer } from 'ws'

/**
 * The least that a socket server can be, in a process of its own. What a socket is for is in its path: `/idle` only
 * lives, `/echo` answers with what it gets, `/listen` hears what `/drum` says, and what comes in at `/visitor` is stored
 * and goes out to `/agent`.
 */
const http = createServer()
const server = new WebSocketServer({ server: http, perMessageDeflate: false, clientTracking: false })
const listeners = new Set<Socket>()
let agent: { send(data: Buffer, options: { binary: boolean }): void } | undefined
let frame = Buffer.alloc(0)
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 32 })
/** The smallest row. */
const STORE = { name: 'store', text: 'insert into bare_rows (id, body) values ($1, $2)' }

server.on('connection', (socket, { url, socket: raw }) => {
  socket.on('error', () => {})
  socket.on('message', (data: Buffer) => {
    if (url === '/visitor') void relay(data)
    if (url === '/drum') drum(data)
    if (url === '/echo') socket.send(data, { binary: false })
  })
  if (url === '/agent') agent = socket
  if (url === '/listen') {
    listeners.add(raw)
    socket.on('close', () => listeners.delete(raw))
  }
})

/** Stores the message before passing it on. */
async function relay(text: Buffer) {
  await pool.query({ ...STORE, values: [crypto.randomUUID(), text.toString()] })
  agent?.send(text, { binary: false })
}

/** An empty message triggers a broadcast; any other replaces the text, which is framed here once. */
function drum(text: Buffer) {
  if (text.length > 0) {
    const head = Buffer.from([0x81, 126, text.length >> 8, text.length & 0xff])
    frame = Buffer.concat([head, text])
    return
  }
  for (const raw of listeners) raw.write(frame)
}

http.listen(0, '127.0.0.1', () => process.send?.({ port: (http.address() as AddressInfo).port }))
