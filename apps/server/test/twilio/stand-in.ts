import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An SMS that was sent through Twilio. */
export interface SentSms {
  sid: string
  account_sid: string
  to: string
  from: string
  body: string
  status: string
  date_created: string
  media_urls: string[]
  status_callback: string | null
}

/** How one call goes wrong. */
type Fault =
  | { status: number; code?: number; message?: string; headers?: Record<string, string> }
  | 'works'
  | 'lost answer'
  /** The SMS is sent, and no answer comes. */
  | { stored: () => void }

/** A number that an account bought. */
export interface TwilioNumber {
  account_sid: string
  auth_token: string
  number: string
  mms: boolean
}

export const newSid = (kind: 'AC' | 'SM' | 'ME') => kind + randomBytes(16).toString('hex')

/** Twilio at the HTTP level, with the shapes of https://www.twilio.com/docs/messaging/api. */
export async function startTwilio() {
  const sent: SentSms[] = []
  const numbers: TwilioNumber[] = []
  const media = new Map<string, { bytes: Buffer; content_type: string; redirect_to?: string }>()
  const faults = new Map<string, Fault[]>()
  const calls: Array<{ call: string; authorization: string | undefined }> = []

  const answer = async (request: IncomingMessage, reply: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://twilio')
    const [, account_sid = '', rest = ''] = /^\/2010-04-01\/Accounts\/([^/]+)\/(.+)$/.exec(url.pathname) ?? []
    const call = `${request.method} ${rest || url.pathname}`
    const form = new URLSearchParams(await readAll(request))
    const { authorization } = request.headers
    calls.push({ call, authorization })
    const fail = (status: number, code: number, message: string, headers = {}) =>
      reply
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status }))
    const succeed = (status: number, answer: object) =>
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    const elsewhere = media.get(url.pathname)
    if (elsewhere && !account_sid) return reply.writeHead(200).end(elsewhere.bytes)

    const fault = faults.get(`${account_sid} ${call}`)?.shift()
    if (typeof fault === 'object' && 'status' in fault)
      return fail(fault.status, fault.code ?? 20_500, fault.message ?? 'It failed.', fault.headers)
    const own = numbers.filter((one) => one.account_sid === account_sid)
    if (!own.some(({ auth_token }) => authorization === basic(account_sid, auth_token)))
      return fail(401, 20_003, 'Authenticate')
    if (call === 'GET IncomingPhoneNumbers.json') {
      const found = own.filter(({ number }) => number === url.searchParams.get('PhoneNumber'))
      const incoming_phone_numbers = found.map(({ number, mms }) => ({
        sid: newSid('SM'),
        phone_number: number,
        capabilities: { sms: true, mms, voice: true },
      }))
      return succeed(200, { incoming_phone_numbers, page: 0, page_size: 50 })
    }
    if (call === 'POST Messages.json') {
      const value = (name: string) => form.get(name) ?? ''
      if (!/^\+\d+$/.test(value('To'))) return fail(400, 21_211, `Invalid 'To' Phone Number: ${value('To')}`)
      const sms: SentSms = {
        sid: newSid('SM'),
        account_sid,
        to: value('To'),
        from: value('From'),
        body: value('Body'),
        status: 'queued',
        date_created: new Date().toUTCString(),
        media_urls: form.getAll('MediaUrl'),
        status_callback: form.get('StatusCallback'),
      }
      sent.push(sms)
      if (fault === 'lost answer') return request.socket.destroy()
      if (typeof fault === 'object') return fault.stored()
      return succeed(201, sms)
    }
    if (call === 'GET Messages.json') {
      const wanted = (name: 'To' | 'From', value: string) => [null, value].includes(url.searchParams.get(name))
      const messages = sent.filter(
        (sms) => sms.account_sid === account_sid && wanted('To', sms.to) && wanted('From', sms.from),
      )
      return succeed(200, { messages: messages.toReversed() })
    }
    const file = media.get(url.pathname)
    if (file?.redirect_to) return reply.writeHead(307, { location: file.redirect_to }).end()
    if (file) return reply.writeHead(200, { 'content-type': file.content_type }).end(file.bytes)
    return fail(404, 20_404, 'The requested resource was not found')
  }
  const server = createServer((request, reply) => void answer(request, reply))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url,
    sent,
    numbers,
    calls,
    media,
    fail: (account_sid: string, call: string, ...next: Fault[]) => void faults.set(`${account_sid} ${call}`, next),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type TwilioStandIn = Awaited<ReturnType<typeof startTwilio>>

const basic = (sid: string, token: string) => `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}`

/** The algorithm of https://www.twilio.com/docs/usage/security, written a second time. */
export function sign(auth_token: string, url: string, form: Record<string, string>) {
  const names = Object.keys(form).sort()
  const text = names.reduce((before, name) => before + name + (form[name] ?? ''), url)
  return createHmac('sha1', auth_token).update(Buffer.from(text, 'utf8')).digest('base64')
}

async function readAll(request: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
