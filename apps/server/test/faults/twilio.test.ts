import { beforeAll, expect, test } from 'vitest'
import { Agent } from '../story.js'
import { startTwilio } from '../twilio/stand-in.js'
import { connectNumber, newNumber } from '../twilio/twilio-story.js'
import { prepareServers } from './prepare-servers.js'
import { ensureServerIsBuilt } from './server-process.js'
import { until } from './until.js'

const PHONES = 4
/** From or to each phone before each kill. */
const TEXTS = 3
const PATIENCE = { timeout: 240_000 }

beforeAll(ensureServerIsBuilt, 120_000)

/** A company that has a number of Twilio. */
async function startCompany() {
  const twilio = await startTwilio()
  const { database, url, start, restart } = await prepareServers({
    count: 1,
    standIns: [twilio],
    env: { TWILIO_URL: twilio.url },
  })
  await start()
  const ada = await new Agent(url).register({ company_name: 'Acme', email: 'ada@acme.test' })
  const number = await connectNumber({ twilio, server: { url, platform: { config: { base_url: url } } } }, ada)
  const count = async (sql: string) => (await database.pool.query<{ n: number }>(sql)).rows[0]?.n ?? 0
  return { ...number, database, twilio, ada, count, restart }
}

test('a server that is killed while it receives and sends SMS loses and doubles none', PATIENCE, async () => {
  const { own, database, twilio, ada, smsForm, calls, count, restart } = await startCompany()
  const phones = Array.from({ length: PHONES }, newNumber)
  const countReceived = () =>
    count(`select count(*)::int as n from messages where source = 'sms' and customer_id is not null`)
  const countEvents = () => count(`select count(*)::int as n from service_events where service = 'twilio'`)
  const countStored = async () => (await countReceived()) + (await countEvents())
  const received: string[] = []
  for (let kill = 0; kill < 3; kill += 1) {
    const forms = phones.flatMap((From) =>
      Array.from({ length: TEXTS }, (_, at) => smsForm(`text ${kill}.${at} from ${From}`, { From })),
    )
    received.push(...forms.map(({ Body }) => Body))
    const before = await countStored()
    const first = forms.map((form) => calls('/api/twilio/webhook', form).catch(() => undefined))
    await until('an SMS to be stored', async () => (await countStored()) > before)
    await restart()
    await Promise.all(first)
    // All answers got lost, so Twilio repeats all calls.
    for (const form of forms) expect((await calls('/api/twilio/webhook', form)).status).toBe(200)
  }
  await until('all SMS to be received', async () => (await countReceived()) >= received.length)
  const { rows } = await database.pool.query<{ body: string }>(`select body from messages where source = 'sms'`)
  expect(rows.map(({ body }) => body).toSorted()).toEqual(received.toSorted())

  const threads = await database.pool.query<{ conversation_id: string; phone: string }>(
    `select conversation_id, thread_id as phone from service_threads where service = 'twilio'`,
  )
  expect(threads.rows.map(({ phone }) => phone).toSorted()).toEqual(phones.toSorted())
  const written = new Map<string, string[]>(phones.map((phone) => [phone, []]))
  const write = async () => {
    for (const { conversation_id, phone } of threads.rows) {
      for (let at = 0; at < TEXTS; at += 1) {
        const body = `answer ${written.get(phone)?.length} to ${phone}`
        written.get(phone)?.push(body)
        await ada.data('POST', '/api/messages', { message: { conversation_id, body } })
      }
    }
  }
  /** Twilio has sent an SMS of ours, and the server will never know. */
  const hold = (after: number) =>
    new Promise<void>((stored) =>
      twilio.fail(own.account_sid, 'POST Messages.json', ...Array(after).fill('works'), { stored }),
    )
  const holds = [0, 5, 2]
  for (const after of holds) {
    const held = hold(after)
    await write()
    await held
    await restart()
  }
  await write()
  const total = [...written.values()].flat().length
  const countSent = () =>
    count(`select count(*)::int as n from service_deliveries where kind = 'message' and status = 'sent'`)
  await until('everything to be sent', async () => (await countSent()) === total)
  for (const [phone, bodies] of written)
    expect(twilio.sent.filter(({ to }) => to === phone).map(({ body }) => body)).toEqual(bodies)
  expect(twilio.sent).toHaveLength(total)
  console.log(
    `SMS faults: ${received.length} received in 3 kills between storing and answering, ${total} sent in ${holds.length} ` +
      `kills between sending and storing: 0 lost, 0 doubled.`,
  )
})
