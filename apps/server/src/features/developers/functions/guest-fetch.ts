import type { RecordedWrite } from '@papercups/contract'
import { randomUUID } from 'node:crypto'
import type { Platform } from '../../../platform/platform.js'
import type { GuestRequest, GuestResponse } from './runner/messages.js'
import type { GuestFetch } from './runner/runner.js'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])
const READS = new Set(['GET', 'HEAD'])
/** Our own answers are longer than those of strangers. */
const MAX_OWN_BYTES = 1_000_000
const MAX_WRITES = 50
const MAX_RECORDED = 4_000
/** They say where a message begins and ends, or who sent it. */
const CONNECTION_HEADERS =
  /^(host|connection|content-length|transfer-encoding|upgrade|expect|te|trailer|keep-alive|proxy-.*)$/i
const OWN_HEADERS = /^(authorization|content-type|accept|idempotency-key)$/i

/** The `fetch` of a function: our own API in this process, anything else as other URLs of users. */
export function createGuestFetch(platform: Platform): GuestFetch {
  const own = new URL(platform.config.base_url).origin
  return async (request) => {
    if (!METHODS.has(request.method)) throw new Error(`A function cannot call with ${request.method.slice(0, 20)}.`)
    const url = URL.canParse(request.url) ? new URL(request.url) : undefined
    if (url?.origin === own) return callOwnApi(platform, url, request)
    const { status, headers, body, truncated } = await platform.outbound.fetch(request.url, {
      method: request.method,
      headers: pick(request.headers, (name) => !CONNECTION_HEADERS.test(name)),
      ...(request.body !== null && { body: request.body }),
    })
    if (truncated) throw new Error('The answer is longer than 64 kB.')
    return toResponse(request.url, status, headers, body)
  }
}

/** Like `createGuestFetch`, but calls that write are only recorded. They are answered as if they had worked. */
export function createRehearsalFetch(platform: Platform, writes: RecordedWrite[]): GuestFetch {
  const read = createGuestFetch(platform)
  return async (request) => {
    if (READS.has(request.method)) return read(request)
    const { method, url, body } = request
    if (writes.length < MAX_WRITES)
      writes.push({
        method: readable(method.slice(0, 20)),
        url: readable(url.slice(0, MAX_RECORDED)),
        body: body === null ? null : readable(body.slice(0, MAX_RECORDED)),
      })
    const answer = { data: { ...recordOf(body), id: randomUUID() } }
    const status = method === 'POST' ? 201 : 200
    return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(answer), url }
  }
}

async function callOwnApi(platform: Platform, url: URL, { method, headers, body }: GuestRequest) {
  if (!url.pathname.startsWith('/api/')) throw new Error('A function can call only /api of this server.')
  const answer = await platform.callApi({
    method,
    path: url.pathname + url.search,
    headers: pick(headers, (name) => OWN_HEADERS.test(name)),
    body: body ?? undefined,
  })
  // The runner is about to be killed. The function must not take this for a failure: it runs again after the restart.
  if (!answer) return new Promise<never>(() => {})
  if (answer.body.length > MAX_OWN_BYTES) throw new Error('The answer is longer than 1 MB.')
  return toResponse(url.href, answer.status, answer.headers, answer.body)
}

const toResponse = (url: string, status: number, headers: Record<string, unknown>, body: Buffer): GuestResponse => ({
  url,
  status,
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)])),
  body: body.toString('utf8'),
})

const pick = (headers: Record<string, string>, isKept: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => isKept(name)))

/** The record in a body such as `{ message: { … } }`. */
function recordOf(body: string | null): object {
  try {
    const [first] = Object.values(JSON.parse(body ?? '{}') as object) as unknown[]
    return typeof first === 'object' && first !== null && !Array.isArray(first) ? first : {}
  } catch {
    return {}
  }
}

/** PostgreSQL stores neither NUL nor half characters. */
export const readable = (text: string) => text.replaceAll('\0', '\uFFFD').toWellFormed()
