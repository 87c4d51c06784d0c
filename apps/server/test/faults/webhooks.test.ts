import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createMigratedDatabase } from '../database.js'
import { Agent, Visitor } from '../story.js'
import { startReceiver, type Received, type WebhookReceiver } from '../webhook-receiver.js'
import { ensureServerIsBuilt, freePort, ServerProcess } from './server-process.js'
import { until } from './until.js'

const CONVERSATIONS = 5
const PATIENCE = { timeout: 240_000 }

beforeAll(ensureServerIsBuilt, 120_000)

/** Processes on one database, and a company with a webhook. */
async function startCompany(processes: number) {
  const folder = await mkdtemp(join(tmpdir(), 'papercups-webhooks-'))
  const database = await createMigratedDatabase()
  onTestFinished(async () => {
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }, 60_000)
  const env = {
    DATABASE_URL: database.url,
    DATABASE_POOL_SIZE: '5',
    SECRET_KEY: randomBytes(32).toString('hex'),
    OUTBOUND_ALLOWED_NETWORKS: '127.0.0.1',
  }
  const servers: ServerProcess[] = []
  for (let count = 0; count < processes; count += 1) {
    const server = new ServerProcess(await freePort(), { ...env, DATA_DIR: join(folder, String(count)) })
    onTestFinished(async () => void (await server.end('SIGKILL')), 60_000)
    await server.start()
    servers.push(server)
  }
  const [first] = servers
  if (!first) throw new Error('no server')
  const ada = await new Agent(first.url).register({ company_name: 'Acme', email: `ada-${randomUUID()}@acme.test` })
  const conversations: string[] = []
  for (let count = 0; count < CONVERSATIONS; count += 1) {
    const visitor = await new Visitor(first.url).arrives(ada.account_id)
    const conversation = { account_id: ada.account_id, customer_id: visitor.customer_id }
    conversations.push((await visitor.data('POST', '/api/conversations', { conversation })).id)
  }
  return { servers, ada, conversations, database }
}

async function subscribe(ada: Agent, receiver: WebhookReceiver) {
  const event_subscription = { webhook_url: receiver.url, events: ['message:created'] }
  return (await ada.data('POST', '/api/event_subscriptions', { event_subscription })).id as string
}

/** One message in each conversation. `at` is the server that stores it. */
async function write(at: ServerProcess, ada: Agent, conversations: string[], number: number) {
  const writer = new Agent(at.url)
  writer.token = ada.token
  await Promise.all(
    conversations.map((conversation_id) =>
      writer.data('POST', '/api/messages', { message: { conversation_id, body: String(number) } }),
    ),
  )
}

/** The numbers that a conversation's messages have, each once, in the order of their first success. */
function accepted(received: Received[], conversation: string) {
  const numbers = received
    .filter(({ payload }) => payload.conversation_id === conversation)
    .map(({ payload }) => Number(payload.body))
  return [...new Set(numbers)]
}

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at)

test('every event is delivered in order, whatever happens to the receiver and the server', PATIENCE, async () => {
  const { servers, ada, conversations } = await startCompany(1)
  const [server] = servers
  if (!server) throw new Error('no server')
  let receiver = await startReceiver()
  const { port } = receiver
  await subscribe(ada, receiver)
  const all: Received[] = []
  const accept = (answer: WebhookReceiver['answer']) => {
    receiver.answer = (one, reply, request) => {
      reply.once('finish', () => reply.statusCode === 200 && all.push(one))
      answer(one, reply, request)
    }
  }
  const ok: WebhookReceiver['answer'] = (_, reply) => void reply.end()
  let number = 0
  const writeSome = async (count: number) => {
    for (const last = number + count; number < last; number += 1) await write(server, ada, conversations, number)
  }
  const delivered = () => conversations.every((id) => accepted(all, id).length === number)

  accept(ok)
  await writeSome(5)
  await until('the first events', delivered)

  // Down.
  await receiver.close()
  await writeSome(5)
  receiver = await startReceiver({ port })
  accept(ok)
  await until('the events of the time when it was down', delivered)

  // Flapping, slow, and answers that break off.
  let calls = 0
  accept((_, reply) => {
    calls += 1
    if (calls % 3 === 0) reply.writeHead(500).end('no')
    else if (calls % 5 === 0) reply.writeHead(200, { 'content-length': '100' }).write('half', () => reply.destroy())
    else if (calls % 7 === 0) setTimeout(() => reply.end(), 300)
    else reply.end()
  })
  await writeSome(10)
  accept(ok)
  await until('the events of the time when it flapped', delivered)

  // The server is killed while it sends.
  accept((_, reply) => void setTimeout(() => reply.end(), 50))
  await writeSome(10)
  await server.end('SIGKILL')
  await server.start()
  accept(ok)
  await until('the events of the killed server', delivered)

  for (const id of conversations) expect(accepted(all, id)).toEqual(upTo(number))
  console.log(
    `Webhook faults: ${number * conversations.length} events in ${conversations.length} conversations, ` +
      `${all.length} accepted calls, all delivered in order.`,
  )
})

test('two processes never send to one receiver at the same time', PATIENCE, async () => {
  const { servers, ada, conversations, database } = await startCompany(2)
  const receiver = await startReceiver()
  const id = await subscribe(ada, receiver)
  const open = new Map<string, number>()
  const overlaps: string[] = []
  receiver.answer = ({ payload }, reply) => {
    const key = String(payload.conversation_id)
    open.set(key, (open.get(key) ?? 0) + 1)
    if ((open.get(key) ?? 0) > 1) overlaps.push(key)
    setTimeout(() => {
      open.set(key, (open.get(key) ?? 1) - 1)
      reply.end()
    }, 5)
  }
  const [a, b] = servers
  if (!a || !b) throw new Error('no servers')
  for (const number of upTo(20)) await write(number % 2 === 0 ? a : b, ada, conversations, number)
  await until('all events', () => receiver.received.length >= 20 * conversations.length)

  expect(overlaps).toEqual([])
  expect(receiver.received).toHaveLength(20 * conversations.length)
  for (const conversation of conversations) expect(accepted(receiver.received, conversation)).toEqual(upTo(20))

  // The process that has the receiver is killed. The other one takes over when the lease ends.
  await a.end('SIGKILL')
  await database.pool.query(`update event_subscriptions set leased_until = now() where id = $1`, [id])
  await write(b, ada, conversations, 20)
  await until('the other process to go on', () =>
    conversations.every((c) => accepted(receiver.received, c).length === 21),
  )
})

test('a receiver that hangs delays no other receiver and no other account', PATIENCE, async () => {
  const { servers, ada, conversations } = await startCompany(1)
  const [server] = servers
  if (!server) throw new Error('no server')
  const [hanging, healthy, theirs] = [await startReceiver(), await startReceiver(), await startReceiver()]
  hanging.answer = () => {}
  await subscribe(ada, hanging)
  await subscribe(ada, healthy)
  const grace = await new Agent(server.url).register({ company_name: 'Globex', email: `g-${randomUUID()}@globex.test` })
  await subscribe(grace, theirs)
  const visitor = await new Visitor(server.url).arrives(grace.account_id)
  const conversation = { account_id: grace.account_id, customer_id: visitor.customer_id }
  const { id } = await visitor.data('POST', '/api/conversations', { conversation })

  for (const number of upTo(10)) {
    await write(server, ada, conversations, number)
    await write(server, grace, [id], number)
  }
  // The hanging receiver takes ten seconds for its first calls alone.
  const started = Date.now()
  await until('the healthy ones', () => healthy.received.length === 50 && theirs.received.length === 10)
  expect(Date.now() - started).toBeLessThan(9_000)
  expect(hanging.received.length).toBeGreaterThan(0)
  for (const one of conversations) expect(accepted(healthy.received, one)).toEqual(upTo(10))
})
