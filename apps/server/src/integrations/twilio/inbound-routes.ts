import { Nothing, Uuid } from '@papercups/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { NewEvent } from '../../features/channels/chat-services/chat-service.js'
import { openConnection } from '../../features/channels/chat-services/connections.js'
import { storeEvent } from '../../features/channels/chat-services/take-events.js'
import { findConnectionsToChannel } from '../../features/channels/chat-services/unscoped.js'
import type { Account } from '../../platform/account.js'
import { malformed } from '../../platform/errors.js'
import type { App } from '../../platform/http/app.js'
import { keepRawBody, rawBodyOf } from '../../platform/http/raw-body.js'
import type { Platform } from '../../platform/platform.js'
import { isSigned } from './signature.js'
import { takeTextAtOnce, type StoredSms } from './take-sms.js'
import { FINAL, type StoredStatus } from './take-status.js'
import { twilioService } from './twilio-service.js'

/** Twilio calls for all numbers of an install from few IPs. */
const LIMIT = { per_ip: 60_000, subject: 60_000 }
const BODY_BYTES = 100_000
const MAX_MEDIA = 10
/** Nothing is answered by SMS. */
const NO_ANSWER = '<?xml version="1.0" encoding="UTF-8"?><Response/>'

/** Twilio's own calls. They are answered as soon as the event is stored; a job does the rest. */
export function inboundRoutes(app: App) {
  const { platform } = app
  const options = {
    config: { allow: 'public' as const, limit: LIMIT },
    bodyLimit: BODY_BYTES,
    preParsing: keepRawBody,
  }
  const answers = { 200: Type.String(), 403: Nothing }

  app.post('/api/twilio/webhook', {
    ...options,
    schema: { body: Type.Object({}), response: answers },
    async handler(request, reply) {
      const form = formOf(request)
      const sid = form.get('MessageSid') || form.get('SmsSid')
      const [number, phone, text] = [form.get('To'), form.get('From'), form.get('Body')]
      if (!isId(sid) || !isId(number) || !isId(phone) || text === null) throw malformed()
      const call = { form, number, event_id: sid, order_key: `${number} ${phone}`, body: toSms(form, sid) }
      return answer(reply, await storeCall(platform, request, call))
    },
  })

  app.post('/api/twilio/status', {
    ...options,
    schema: { querystring: Type.Object({ service_delivery_id: Uuid }), body: Type.Object({}), response: answers },
    async handler(request, reply) {
      const form = formOf(request)
      const { service_delivery_id: delivery_id } = request.query
      const [sid, status] = [form.get('MessageSid'), form.get('MessageStatus')]
      const [number, phone] = [form.get('From'), form.get('To')]
      if (!isId(sid) || !isId(status) || !isId(number) || !isId(phone)) throw malformed()
      const code = Number(form.get('ErrorCode')) || null
      const body: StoredStatus = { kind: 'status', delivery_id, sid, status, code }
      const call = { form, number, event_id: `${sid} ${status}`, order_key: `${number} ${phone}`, body }
      return answer(reply, await storeCall(platform, request, call))
    },
  })
}

const isId = (value: string | null): value is string => Boolean(value && value.length <= 100)

const formOf = (request: FastifyRequest) => new URLSearchParams(rawBodyOf(request).toString('utf8'))

const answer = (reply: FastifyReply, is_genuine: boolean) =>
  is_genuine ? reply.type('text/xml').send(NO_ANSWER) : reply.code(403).send()

function toSms(form: URLSearchParams, sid: string): StoredSms {
  const value = (name: string) => form.get(name) ?? ''
  const count = Math.min(Number(form.get('NumMedia')) || 0, MAX_MEDIA)
  const media = Array.from({ length: count }, (_, at) => ({
    url: value(`MediaUrl${at}`),
    content_type: value(`MediaContentType${at}`),
  }))
  const opt_out_type = value('OptOutType')
  return {
    kind: 'sms',
    sid,
    account_sid: value('AccountSid'),
    number: value('To'),
    phone: value('From'),
    text: value('Body'),
    media,
    ...(opt_out_type && { opt_out_type }),
  }
}

interface Call extends NewEvent {
  form: URLSearchParams
  number: string
  body: StoredSms | StoredStatus
}

/** False if the signature is wrong. A call for a number that nobody connected is acknowledged, so that Twilio does not repeat it. */
async function storeCall(platform: Platform, request: FastifyRequest, call: Call) {
  const { form, number } = call
  const team_id = form.get('AccountSid')
  if (!isId(team_id)) throw malformed()
  const signature = String(request.headers['x-twilio-signature'] ?? '')
  const url = platform.config.base_url + request.url
  const rows = await findConnectionsToChannel(platform, { service: 'twilio', team_id, channel_id: number })
  const genuine = rows.filter((row) => {
    const token = openConnection(platform, platform.account(row.account_id), row)?.secrets.auth_token
    return token && isSigned(signature, token, url, form)
  })
  for (const account_id of new Set(genuine.map((row) => row.account_id)))
    await store(platform.account(account_id), call)
  return genuine.length > 0 || rows.length === 0
}

async function store(account: Account, call: Call) {
  const { body } = call
  if (body.kind === 'status' && !FINAL.has(body.status)) return
  if (body.kind === 'sms' && (await takeTextAtOnce(account, body, call.order_key))) return
  await storeEvent(account, twilioService, call)
}
