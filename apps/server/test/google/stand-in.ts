import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMailboxes } from './mailboxes.js'
import { createSpreadsheets } from './spreadsheets.js'

/** How one call goes wrong. */
export type Fault = { status: number; reason?: string; headers?: Record<string, string> } | 'lost answer' | 'works'

/** An answer of one of the APIs: a body, or a status with Google's error. */
export type Answer = { body: object } | { status: number; reason: string }

export interface ApiCall {
  method: string
  /** Without the host. */
  path: string
  query: URLSearchParams
  values: ReturnType<typeof JSON.parse>
  /** Of the person who allowed the connection. */
  email: string
}

const HOUR = 3_600

/**
 * Google at the HTTP level: OAuth, Gmail and Sheets with the shapes of https://developers.google.com/workspace/gmail/api/reference/rest
 * and https://developers.google.com/workspace/sheets/api/reference/rest. A code is `<email>`, `<email> <scope>` or `bad`.
 */
export async function startGoogle({ port = 0 } = {}) {
  const mailboxes = createMailboxes()
  const spreadsheets = createSpreadsheets()
  const apis = [mailboxes.answer, spreadsheets.answer]
  const calls: string[] = []
  const faults = new Map<string, Fault[]>()
  const access = new Map<string, { email: string; scope: string; ends_at: number }>()
  const refresh = new Map<string, { email: string; scope: string }>()
  const challenges = new Map<string, string>()
  let lifetime = HOUR
  let waits_ms = 0
  let who = 'help@acme.test'
  let down: Fault | undefined

  const grant = (holder: { email: string; scope: string }) => {
    const access_token = `ya29.${randomUUID()}`
    access.set(access_token, { ...holder, ends_at: Date.now() + lifetime * 1_000 })
    return { access_token, expires_in: lifetime, scope: holder.scope, token_type: 'Bearer' }
  }
  const redeem = (values: URLSearchParams) => {
    if (values.get('client_id') !== 'client-1' || values.get('client_secret') !== 'secret-1') return 'invalid_client'
    if (values.get('grant_type') === 'refresh_token') {
      const holder = refresh.get(values.get('refresh_token') ?? '')
      return holder ? grant(holder) : 'invalid_grant'
    }
    const code = values.get('code') ?? ''
    const verifier = createHash('sha256')
      .update(values.get('code_verifier') ?? '')
      .digest('base64url')
    if (code === 'bad' || !challenges.has(verifier)) return 'invalid_grant'
    const [email = '', scope = challenges.get(verifier) ?? ''] = code.split(' ')
    const refresh_token = `1//${randomUUID()}`
    refresh.set(refresh_token, { email, scope })
    return { ...grant({ email, scope }), refresh_token }
  }
  /** Google's own page, on which the person agrees at once. */
  const agree = (query: URLSearchParams, reply: ServerResponse) => {
    const back = new URL(query.get('redirect_uri') ?? '')
    back.searchParams.set('state', query.get('state') ?? '')
    back.searchParams.set('code', who)
    back.searchParams.set('scope', query.get('scope') ?? '')
    reply.writeHead(302, { location: back.href }).end()
  }

  const answer = async (request: IncomingMessage, reply: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://google')
    const { searchParams: query } = url
    const path = url.pathname.replace(/^\/upload/, '')
    const body = await readAll(request)
    if (path === '/o/oauth2/v2/auth') {
      challenges.set(query.get('code_challenge') ?? '', query.get('scope') ?? '')
      return agree(query, reply)
    }
    const call = `${request.method} ${shorten(path)}`
    calls.push(call)
    const send = (status: number, json: object, headers: Record<string, string> = {}) =>
      reply.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(json))
    const fail = (status: number, reason: string, headers?: Record<string, string>) =>
      send(status, { error: { code: status, message: reason, errors: [{ reason, domain: 'global' }] } }, headers)
    if (waits_ms) await new Promise((resolve) => setTimeout(resolve, waits_ms))
    const fault = faults.get(call)?.shift() ?? faults.get(call.replace(/[\w-]+$/, '*'))?.shift() ?? down
    if (typeof fault === 'object') return fail(fault.status, fault.reason ?? 'backendError', fault.headers)
    if (path === '/token') {
      const redeemed = redeem(new URLSearchParams(body))
      if (fault === 'lost answer') return request.socket.destroy()
      return typeof redeemed === 'string' ? send(400, { error: redeemed }) : send(200, redeemed)
    }
    const holder = access.get(request.headers.authorization?.replace('Bearer ', '') ?? '')
    if (!holder || holder.ends_at < Date.now()) return fail(401, 'authError')
    const values = readValues(request.headers['content-type'], body)
    for (const api of apis) {
      const answered = api({ method: request.method ?? '', path, query, values, email: holder.email })
      if (!answered) continue
      if (fault === 'lost answer') return request.socket.destroy()
      return 'body' in answered ? send(200, answered.body) : fail(answered.status, answered.reason)
    }
    return fail(404, 'notFound')
  }
  const server = createServer((request, reply) => void answer(request, reply))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))

  return {
    calls,
    mailboxes,
    spreadsheets,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The next person who agrees on Google's page. */
    setWho: (email: string) => void (who = email),
    /** Notes the challenge of a start, as Google's page does. */
    noteStart(start: string) {
      const { searchParams } = new URL(start)
      challenges.set(searchParams.get('code_challenge') ?? '', searchParams.get('scope') ?? '')
    },
    /** Of tokens that are given out from now on, in seconds. */
    setLifetime: (seconds = HOUR) => void (lifetime = seconds),
    setWait: (ms = 0) => void (waits_ms = ms),
    /** The access tokens of a person end, as when an hour has passed. */
    expireTokens(email: string) {
      for (const holder of access.values()) if (holder.email === email) holder.ends_at = 0
    },
    /** The person removes the app in their Google account. */
    revoke(email: string) {
      for (const [token, holder] of refresh) if (holder.email === email) refresh.delete(token)
      for (const holder of access.values()) if (holder.email === email) holder.ends_at = 0
    },
    /** `messages/*` is any message. */
    fail: (call: string, ...next: Fault[]) => void faults.set(call, next),
    /** Every call fails in this way. */
    setDown: (fault?: Fault) => void (down = fault),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type GoogleStandIn = Awaited<ReturnType<typeof startGoogle>>

/** A call of Sheets without its ids and ranges, for example `spreadsheet/values:append`. */
const shorten = (path: string) =>
  path
    .replace('/gmail/v1/users/me/', '')
    .replace(/^\/v4\/spreadsheets\/[\w-]+/, 'spreadsheet')
    .replace(/\/values\/.+?(:append)?$/, '/values$1')

/** JSON, or the two parts of an upload to Gmail. */
function readValues(type: string | undefined, body: string) {
  const boundary = /^multipart\/related; boundary=(\S+)$/.exec(type ?? '')?.[1]
  if (!boundary) return body ? JSON.parse(body) : {}
  const [, first = '', second = ''] = body.split(new RegExp(`(?:^|\\r\\n)--${boundary}(?:--)?\\r\\n`))
  const contentOf = (part: string) => part.slice(part.indexOf('\r\n\r\n') + 4)
  return { ...JSON.parse(contentOf(first)), raw: Buffer.from(contentOf(second), 'latin1').toString('base64url') }
}

async function readAll(request: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
