import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Values = ReturnType<typeof JSON.parse>

/** One call as the service got it. */
export interface ServiceCall {
  /** For example `GET /contacts`. */
  route: string
  query: URLSearchParams
  token: string | undefined
  values: Values
}

/** An answer: its status, its JSON and its headers. */
export interface ServiceAnswer {
  status?: number
  body?: unknown
  bytes?: Buffer
  headers?: Record<string, string>
}

export type Handler = (call: ServiceCall) => ServiceAnswer | Promise<ServiceAnswer>

/** A stand-in for a service with a JSON API. `fail` answers the next calls of a route, in their order. */
export async function startJsonService(handle: Handler, { port = 0 } = {}) {
  const calls: ServiceCall[] = []
  const faults = new Map<string, Array<ServiceAnswer | 'hang up' | 'works'>>()

  const answer = async (request: IncomingMessage, reply: ServerResponse) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://service')
    const call = {
      route: `${request.method} ${pathname}`,
      query,
      token: request.headers.authorization?.replace('Bearer ', ''),
      values: await readValues(request),
    }
    calls.push(call)
    const fault = faults.get(call.route)?.shift() ?? 'works'
    if (fault === 'hang up') return request.socket.destroy()
    const { status = 200, body, bytes, headers } = fault === 'works' ? await handle(call) : fault
    const type = bytes ? 'application/octet-stream' : 'application/json'
    return reply
      .writeHead(status, { 'content-type': type, connection: 'close', ...headers })
      .end(bytes ?? (body === undefined ? '' : JSON.stringify(body)))
  }
  const server = createServer((request, reply) => void answer(request, reply))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    calls,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    callsOf: (route: string) => calls.filter((call) => call.route === route),
    fail: (route: string, ...next: Array<ServiceAnswer | 'hang up' | 'works'>) => void faults.set(route, next),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function readValues(request: IncomingMessage): Promise<Values> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  if (request.headers['content-type']?.includes('json')) return JSON.parse(text)
  return Object.fromEntries(new URLSearchParams(text))
}

/** The page on which people allow a connection: it sends them back at once. */
export function sendBack({ query }: ServiceCall, code: string): ServiceAnswer {
  const back = new URL(query.get('redirect_uri') ?? '')
  back.search = new URLSearchParams({ code, state: query.get('state') ?? '' }).toString()
  return { status: 302, headers: { location: back.href } }
}
