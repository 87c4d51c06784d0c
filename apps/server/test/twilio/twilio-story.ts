import type { Message } from '@papercups/contract'
import { randomInt } from 'node:crypto'
import { expect, vi } from 'vitest'
import { Client } from '../client.js'
import { startTestServer, type TestServer } from '../server.js'
import { story, type Agent } from '../story.js'
import { newSid, sign, startTwilio, type SentSms, type TwilioStandIn } from './stand-in.js'

export const soon = { timeout: 30_000, interval: 50 }

/** One Twilio and one server for a test file: each story has an account and a number of its own. */
export async function startTwilioServer(env: Record<string, string> = {}) {
  const twilio = await startTwilio()
  return { twilio, server: await startTestServer({ env: { TWILIO_URL: twilio.url, ...env } }) }
}

export const newNumber = () => `+1555${randomInt(1_000_000, 10_000_000)}`

/** Connects a number of its own to the primary inbox of an agent. Its texts come from one phone, unless they name another. */
export async function connectNumber(
  { twilio, server }: { twilio: TwilioStandIn; server: { url: string; platform: { config: { base_url: string } } } },
  agent: Agent,
  phone = newNumber(),
) {
  const own = { account_sid: newSid('AC'), auth_token: newSid('SM'), number: newNumber(), mms: true }
  twilio.numbers.push(own)
  const authorization = {
    twilio_account_sid: own.account_sid,
    twilio_auth_token: own.auth_token,
    from_phone_number: own.number,
  }
  const connect = (changes: object = {}) =>
    agent.data('POST', '/api/twilio/auth', { authorization: { ...authorization, ...changes } })
  const { id } = await connect()
  const stranger = new Client(server.url)

  /** Twilio calls us. */
  const calls = (path: string, form: Record<string, string>, signature?: string) => {
    const url = server.platform.config.base_url + path
    return stranger.post(path, new URLSearchParams(form).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signature ?? sign(own.auth_token, url, form),
    })
  }
  const smsForm = (text: string, more: Record<string, string> = {}) => ({
    ToCountry: 'US',
    MessageSid: newSid('SM'),
    AccountSid: own.account_sid,
    From: phone,
    To: own.number,
    Body: text,
    NumMedia: '0',
    NumSegments: '1',
    ApiVersion: '2010-04-01',
    ...more,
  })
  return {
    id,
    own,
    phone,
    stranger,
    authorization,
    connect,
    calls,
    smsForm,
    /** The customer writes an SMS, and Twilio calls us about it. */
    async texts(text: string, more: Record<string, string> = {}) {
      expect((await calls('/api/twilio/webhook', smsForm(text, more))).status).toBe(200)
    },
  }
}

/** A company whose primary inbox has a number, and Dora with a phone. */
export async function twilioStory({ twilio, server }: { twilio: TwilioStandIn; server: TestServer }) {
  const cast = await story(server)
  const { ada } = cast
  const number = await connectNumber({ twilio, server }, ada)
  const { own, calls } = number
  const sms = () => twilio.sent.filter(({ account_sid }) => account_sid === own.account_sid)
  const received = (): Message[] => ada.heard.filter(({ source }) => source === 'sms')
  return {
    ...cast,
    ...number,
    twilio,
    server,
    /** What Twilio was asked to send from our number. */
    sms,
    received,
    /** Waits for the conversation with this SMS in it. */
    async conversationOf(text: string) {
      const message = () => received().find(({ body }) => body === text) ?? expect.fail(`no SMS ${text}`)
      return (await vi.waitFor(message, soon)).conversation_id
    },
    /** Twilio reports what became of an SMS. */
    async reports({ sid, to, from, account_sid, status_callback }: SentSms, status: string, code?: number) {
      const path = (status_callback ?? '').replace(server.platform.config.base_url, '')
      const error: Record<string, string> = code ? { ErrorCode: String(code) } : {}
      const form = { MessageSid: sid, MessageStatus: status, AccountSid: account_sid, From: from, To: to, ...error }
      expect((await calls(path, form)).status).toBe(200)
    },
    async deliveries(conversation_id: string) {
      return (await ada.data('GET', `/api/conversations/${conversation_id}/service_deliveries?after=0`)) as Array<{
        id: string
        status: string
        failure: string | null
        message_id: string
      }>
    },
  }
}
