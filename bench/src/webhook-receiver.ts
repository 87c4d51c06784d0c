import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A process that gets webhooks. It tells its port, and when it has got as many as its parent asked for. */
let missing = Infinity

const server = createServer((request, reply) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString()
    if (body.startsWith('{"event":"webhook:verify"')) {
      reply.end((JSON.parse(body) as { payload: string }).payload)
      return
    }
    reply.end('{}')
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
