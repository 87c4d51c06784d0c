import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parse } from 'qs'
import { newId, now, type Stored } from './objects.js'
import { answerCall, refuse, StripeStore, type Refusal } from './store.js'

export const WEBHOOK_SECRET = 'whsec_stand_in'

export interface Fault {
  matches: RegExp
  answer: Refusal | 'hang' | 'drop'
  /** The change is made, and its answer is lost. */
  after?: boolean
}

/** Stripe at the level of HTTP: it keeps objects, knows idempotency keys and can fail. */
export async function startStripe() {
  const store = new StripeStore()
  const calls: Array<{ call: string; body: Stored; key: string | undefined }> = []
  const answered = new Map<string, { fingerprint: string; status: number; body: Stored }>()
  const stripe = {
    store,
    calls,
    url: '',
    faults: [] as Fault[],
    /** Calls that changed something, in order. */
    changes: () => calls.map(({ call }) => call).filter((call) => !call.startsWith('GET')),
    sign,
    close: async () => {},
  }

  const server = createServer((request, reply) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => (text += part))
    request.on('end', () => take(request, reply, text))
  })

  function take(request: IncomingMessage, reply: ServerResponse, text: string) {
    const url = new URL(request.url ?? '/', 'http://stripe.test')
    const call = `${request.method} ${url.pathname.replace(/^\/v1/, '')}`
    const body = { ...parse(url.search.slice(1)), ...parse(text, { depth: 10, arrayLimit: 100 }) } as Stored
    const key = request.headers['idempotency-key'] as string | undefined
    if (!request.headers.authorization?.startsWith('Bearer sk_'))
      return send(reply, refuse(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' }))
    const fault = stripe.faults.find(({ matches }) => matches.test(call))
    calls.push({ call, body, key })
    if (fault && !fault.after) return fail(reply, fault)
    const fingerprint = createHash('sha256').update(`${call} ${text}`).digest('hex')
    const before = key && request.method === 'POST' ? answered.get(key) : undefined
    if (before && before.fingerprint !== fingerprint)
      return send(
        reply,
        refuse(400, { type: 'idempotency_error', message: 'Keys can only be used with the same parameters.' }),
      )
    const answer = before ?? answerCall(store, call, body)
    if (key && request.method === 'POST') answered.set(key, { fingerprint, ...answer })
    if (fault) return fail(reply, fault)
    return send(reply, answer)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stripe.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  stripe.close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return stripe
}

function fail(reply: ServerResponse, { answer }: Fault) {
  if (answer === 'drop') return void reply.destroy()
  if (answer !== 'hang') send(reply, answer)
}

function send(reply: ServerResponse, { status, body }: { status: number; body: Stored }) {
  const headers = { 'content-type': 'application/json', 'request-id': newId('req') }
  reply.writeHead(status, headers).end(JSON.stringify(body))
}

/** An event with its signature, as Stripe sends it. */
function sign(type: string, object: Stored, { id = newId('evt'), secret = WEBHOOK_SECRET, at = now() } = {}) {
  const event = {
    id,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: at,
    data: { object },
    livemode: false,
  }
  const body = JSON.stringify({ ...event, pending_webhooks: 1, request: { id: null, idempotency_key: null }, type })
  const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
  return { body, headers: { 'stripe-signature': `t=${at},v1=${signature}`, 'content-type': 'application/json' } }
}
