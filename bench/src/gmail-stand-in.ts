import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A process that answers as Google does, with one mailbox of as many threads as its parent asked for. Each thread has one
 * mail. It reports its port.
 */

/** About as long as Gmail takes. Without it the figure would compare parsing and storing with nothing. */
const LATENCY_MS = 40
const PAGE = 100
const TOKEN = {
  access_token: 'token',
  refresh_token: 'refresh',
  expires_in: 86_400,
  scope: 'https://www.googleapis.com/auth/gmail.modify',
}
let threads = 0

const mailOf = (id: string) =>
  Buffer.from(
    [
      `From: Carla <carla-${id}@example.test>`,
      'To: help@acme.test',
      `Subject: Order ${id}`,
      `Message-ID: <${id}@example.test>`,
      'Content-Type: text/plain; charset=utf-8',
      '',
      'Where is my order? '.repeat(60),
    ].join('\r\n'),
  ).toString('base64url')

function answer(url: URL) {
  const path = url.pathname.replace('/gmail/v1/users/me/', '')
  if (url.pathname === '/token') return TOKEN
  if (path === 'profile') return { emailAddress: 'help@acme.test', historyId: '1000' }
  if (path === 'history') return { historyId: '1000' }
  const [kind, id] = path.split('/')
  const mail = { id, threadId: id, labelIds: ['INBOX'], internalDate: String(Date.now()), historyId: '900' }
  if (kind === 'messages') return { ...mail, raw: mailOf(id ?? '') }
  if (id) return { id, messages: [mail] }
  const start = Number(url.searchParams.get('pageToken') ?? 0)
  const end = Math.min(start + PAGE, threads)
  const page = Array.from({ length: end - start }, (_, n) => ({ id: `thread${start + n}` }))
  return { threads: page, ...(end < threads && { nextPageToken: String(end) }) }
}

const server = createServer((request, reply) => {
  request.resume().on('end', () => {
    const text = JSON.stringify(answer(new URL(request.url ?? '/', 'http://google')))
    setTimeout(() => reply.writeHead(200, { 'content-type': 'application/json' }).end(text), LATENCY_MS)
  })
})
process.on('message', (message: string | { threads?: number }) => {
  if (typeof message !== 'object' || message.threads === undefined) return
  threads = message.threads
  process.send?.({ filled: true })
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
