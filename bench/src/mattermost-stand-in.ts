import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A process that takes posts as Mattermost does. It reports its port, and when it has as many posts as its parent asked for. */
let missing = Infinity
let posts = 0

const server = createServer((request, reply) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const answer = request.url?.endsWith('/channels?page=0&per_page=200') ? [] : { id: `post${(posts += 1)}` }
    reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    if (request.method !== 'POST') return
    missing -= 1
    if (missing === 0) process.send?.({ complete: true })
  })
})
process.on('message', (message: string | { expect?: number }) => {
  if (typeof message === 'object' && message.expect !== undefined) {
    missing = message.expect
    process.send?.({ expecting: true })
  }
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
