import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Received {
  event: string
  payload: ReturnType<typeof JSON.parse>
  body: string
  headers: IncomingHttpHeaders
}

type Answer = (received: Received, reply: ServerResponse, request: IncomingMessage) => void

const accept: Answer = (_, reply) => void reply.end('thanks')

/** A server that wants webhooks. It answers the challenge and keeps what it gets, also what it refuses. */
export async function startReceiver({ port = 0 } = {}) {
  const received: Received[] = []
  const receiver = { received, answer: accept, url: '', port: 0, close: async () => {}, of }
  function of(event: string) {
    return received.filter((one) => one.event === event).map(({ payload }) => payload)
  }
  const server = createServer((request, reply) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => (body += part))
    request.on('end', () => {
      const { event, payload } = JSON.parse(body) as Received
      if (event === 'webhook:verify') return reply.end(String(payload))
      const one = { event, payload, body, headers: request.headers }
      received.push(one)
      receiver.answer(one, reply, request)
      return undefined
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  receiver.port = (server.address() as AddressInfo).port
  receiver.url = `http://127.0.0.1:${receiver.port}/hook`
  receiver.close = async () => {
    if (!server.listening) return
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  onTestFinished(receiver.close)
  return receiver
}

export type WebhookReceiver = Awaited<ReturnType<typeof startReceiver>>
