import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import type { App } from '../../src/platform/http/app.js'
import type { DeclaredRoute } from '../../src/platform/http/server.js'
import { urlOf, multipartOf, type Values } from './request.js'
import { takesFiles } from './shape.js'

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

export interface Outgoing {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** Only its values matter, so it needs no network. */
  in_process?: boolean
}

/** Longer than any honest answer takes, on a busy machine too. */
const PATIENCE_MS = 20_000

/** One connection per call, so that a broken one does not affect other calls. */
const alone = new Agent({ keepAlive: false })
let callers = 0

/** An address that nobody called from before. */
function nextAddress() {
  callers += 1
  return `2001:db8:${(callers >> 16).toString(16)}:${(callers & 0xffff).toString(16)}::7`
}

/** One call without a network, from a new address. It needs half the time, but skips the limits of Node's HTTP parser. */
export async function sendInProcess(app: App, { method, path, headers, body }: Outgoing): Promise<Reply> {
  const {
    statusCode,
    headers: answered,
    body: text,
  } = await app.inject({
    method: method as 'GET',
    url: path,
    headers: { 'x-forwarded-for': nextAddress(), ...headers },
    payload: body,
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  return { status: statusCode, headers: answered as IncomingHttpHeaders, text }
}

/** One call over a new connection, from a new address. An answer that does not come is an error. */
export function send(url: string, { method, path, headers = {}, body }: Outgoing, agent = alone): Promise<Reply> {
  const { hostname, port } = new URL(url)
  // Node leaves it out for DELETE, and the body would pass for the next request.
  const length = body === undefined || headers['transfer-encoding'] ? {} : { 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve, reject) => {
    const call = request(
      {
        hostname,
        port,
        method,
        path,
        agent,
        timeout: PATIENCE_MS,
        headers: { 'x-forwarded-for': nextAddress(), ...length, ...headers },
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
        })
      },
    )
    call.on('timeout', () => call.destroy(new Error(`no answer to ${method} ${path.slice(0, 200)}`)))
    call.on('error', reject)
    call.end(body)
  })
}

export function outgoing(route: DeclaredRoute, values: Values, token?: string): Outgoing {
  const path = urlOf(route.url, values)
  const authorization = token ? { authorization: token } : undefined
  const hasBody = route.method !== 'GET' && Object.keys(values.body).length > 0
  if (!hasBody) return { method: route.method, path, headers: { ...authorization } }
  if (takesFiles(route)) {
    const { type, bytes } = multipartOf(values.body, { filename: 'sweep.txt', bytes: Buffer.from('swept here') })
    return { method: route.method, path, headers: { ...authorization, 'content-type': type }, body: bytes }
  }
  const headers = { ...authorization, 'content-type': 'application/json' }
  return { method: route.method, path, headers, body: JSON.stringify(values.body) }
}

/** So many at once, in order, until all are done. */
export async function each<T>(items: T[], width: number, work: (item: T) => Promise<void>) {
  const queue = items.values()
  const workers = Array.from({ length: width }, async () => {
    for (const item of queue) await work(item)
  })
  await Promise.all(workers)
}
