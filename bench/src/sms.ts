import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { formBytes, HttpLane, requestBytes } from './clients/http-lane.js'
import { toFigure } from './figure.js'
import { post, registerCompany, seatCustomers, startProduct, type Ground } from './ground.js'
import { pause } from './paced-writes.js'
import { takeTurns } from './statistics.js'

const TEXTS = 1_000
const PHONES = 50
const CONCURRENCY = 16
const ROUNDS = 8
const NUMBER = '+15550000000'
const BASE_URL = 'http://papercups.test'
const PATH = '/api/twilio/webhook'
const BODY = 'x'.repeat(120)

/** Inbound SMS a second, from the first call until the last one is a message, against messages that agents write. */
export async function measureSms(ground: Ground) {
  const twilio = createServer((_, reply) => {
    const found = { phone_number: NUMBER, capabilities: { sms: true, mms: true } }
    const answer = JSON.stringify({ incoming_phone_numbers: [found] })
    reply.writeHead(200, { 'content-type': 'application/json' }).end(answer)
  }).listen(0, '127.0.0.1')
  await once(twilio, 'listening')
  const product = await startProduct(ground, [], {
    BASE_URL,
    TWILIO_URL: `http://127.0.0.1:${(twilio.address() as AddressInfo).port}`,
    OUTBOUND_ALLOWED_NETWORKS: '127.0.0.1',
  })
  const company = await registerCompany(product)
  const [account_sid, auth_token] = [`AC${'0'.repeat(32)}`, '1'.repeat(32)]
  await post(product, company, '/api/twilio/auth', {
    authorization: { twilio_account_sid: account_sid, twilio_auth_token: auth_token, from_phone_number: NUMBER },
  })
  const seats = await seatCustomers(ground, company, PHONES)
  const written = seats.map(({ conversation_id }) =>
    requestBytes('/api/messages', company.token, { message: { conversation_id, body: BODY } }),
  )
  const lanes = await Promise.all(Array.from({ length: CONCURRENCY }, () => HttpLane.open(product.port)))

  const sendAll = async (requests: Buffer[]) => {
    const next = requests.values()
    const work = async (lane: HttpLane) => {
      for (const request of next) await lane.send(request)
    }
    await Promise.all(lanes.map(work))
  }
  const timed = async (work: () => Promise<unknown>) => {
    const begun = performance.now()
    await work()
    return (TEXTS * 1_000) / (performance.now() - begun)
  }
  const countStored = async () => {
    const stored = `select count(*)::int as count from messages where account_id = $1 and source = 'sms'`
    return (await ground.pool.query<{ count: number }>(stored, [company.account_id])).rows[0]?.count ?? 0
  }
  const newSms = (n: number) => {
    const form = {
      AccountSid: account_sid,
      Body: BODY,
      From: `+1555100${1_000 + (n % PHONES)}`,
      MessageSid: `SM${randomUUID().replaceAll('-', '')}`,
      NumMedia: '0',
      To: NUMBER,
    }
    return formBytes(PATH, form, { 'x-twilio-signature': sign(auth_token, form) })
  }
  const ours = async () => {
    const requests = Array.from({ length: TEXTS }, (_, n) => newSms(n))
    const wanted = (await countStored()) + TEXTS
    return timed(async () => {
      await sendAll(requests)
      while ((await countStored()) < wanted) await pause(10)
    })
  }
  const limit = () => timed(() => sendAll(Array.from({ length: TEXTS }, (_, n) => written[n % PHONES] as Buffer)))

  for (let warm = 0; warm < 3; warm += 1) {
    await ours()
    await limit()
  }
  const rounds = await takeTurns(ground.scale(ROUNDS), { ours, limit })
  for (const lane of lanes) lane.close()
  await product.stop()
  twilio.close()
  return toFigure({ name: 'sms', unit: 'messages/s', goal: { at_least: 0.8 }, rounds })
}

/** As Twilio signs a call: the URL, and each name with its value in the order of names. */
function sign(auth_token: string, form: Record<string, string>) {
  const values = Object.keys(form)
    .toSorted()
    .map((name) => name + form[name])
  return createHmac('sha1', auth_token)
    .update(BASE_URL + PATH + values.join(''))
    .digest('base64')
}
