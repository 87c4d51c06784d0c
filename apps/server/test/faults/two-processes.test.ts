import type { Message, PresenceDiff, PresenceState } from '@papercups/contract'
import type { ChildProcess } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { migrationsFolder } from '../../src/platform/database/migrate.js'
import { Client } from '../client.js'
import { createMigratedDatabase, createTestDatabase, type TestDatabase } from '../database.js'
import { newSession, record, snapshot, watch } from '../recorders.js'
import { Agent, Visitor } from '../story.js'
import { RawSocket } from '../sweeps/socket.js'
import { startRedis } from './redis.js'
import { ensureServerIsBuilt, freePort, ServerProcess } from './server-process.js'
import { until } from './until.js'

const PATIENCE = { timeout: 120_000 }

let folder: string
let redis: ChildProcess | undefined
let redis_url: string
let database: TestDatabase

beforeAll(async () => {
  await ensureServerIsBuilt()
  folder = await mkdtemp(join(tmpdir(), 'papercups-two-'))
  const port = await freePort()
  redis_url = `redis://127.0.0.1:${port}`
  redis = await startRedis(port, folder)
}, 120_000)
afterAll(async () => {
  if (redis) {
    redis.kill()
    await once(redis, 'exit')
  }
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async (context) => {
  if (!redis) context.skip('no redis-server: set REDIS_SERVER_PATH, or install one on the PATH')
  database = await createMigratedDatabase()
  const used = database
  onTestFinished(() => used.drop())
})

/** Two processes that start at the same moment, as behind a load balancer. */
async function startBoth() {
  const shared = { REDIS_URL: redis_url, DATABASE_URL: database.url, SECRET_KEY: randomBytes(32).toString('hex') }
  const start = async (name: string) => {
    const process = new ServerProcess(await freePort(), { ...shared, DATA_DIR: join(folder, name + randomUUID()) })
    onTestFinished(async () => void (await process.end('SIGTERM')), 60_000)
    await process.start()
    return process
  }
  return Promise.all([start('a'), start('b')])
}

/** The same person at another process. */
function at(server: ServerProcess, agent: Agent) {
  const there = new Client(server.url)
  there.token = agent.token
  return there
}

const pushesIn = <T>(socket: RawSocket, event: string) =>
  socket.frames
    .map((text) => JSON.parse(text) as [unknown, unknown, string, string, T])
    .filter((frame) => frame[3] === event)
    .map((frame) => frame[4])

/** Presence as a socket sees it: the state at its join, and all differences since. */
function presentTo(socket: RawSocket): Set<string> {
  const refs = new Map<string, string>()
  const arrive = (state: PresenceState) => {
    for (const [key, { metas }] of Object.entries(state)) for (const meta of metas) refs.set(meta.phx_ref, key)
  }
  for (const text of socket.frames) {
    const [, , , event, payload] = JSON.parse(text) as [unknown, unknown, string, string, PresenceState & PresenceDiff]
    if (event === 'presence_state') arrive(payload)
    if (event !== 'presence_diff') continue
    arrive(payload.joins)
    for (const { metas } of Object.values(payload.leaves)) for (const meta of metas) refs.delete(meta.phx_ref)
  }
  return new Set(refs.values())
}

async function listenAt(server: ServerProcess, agent: Agent) {
  const socket = await new RawSocket(server.url, agent.token).opened()
  onTestFinished(() => socket.close())
  expect(await socket.join(`notification:${agent.account_id}`)).toMatchObject({ status: 'ok' })
  return socket
}

async function company(server: ServerProcess) {
  const ada = await new Agent(server.url).register({ company_name: 'Acme', email: `ada-${randomUUID()}@acme.test` })
  const { id: invite_token } = await ada.data('POST', '/api/user_invitations', { user_invitation: {} })
  const ben = await new Agent(server.url).register({ invite_token, email: `ben-${randomUUID()}@acme.test` })
  return { ada, ben }
}

test('two that start together on an empty database migrate it once', PATIENCE, async () => {
  database = await createTestDatabase()
  const used = database
  onTestFinished(() => used.drop())
  await startBoth()

  const { rows } = await database.pool.query<{ count: string }>('select count(*) from schema_migrations')
  const files = readdirSync(migrationsFolder).filter((name) => /^\d+_.*\.sql$/.test(name))
  expect(Number(rows[0]?.count)).toBe(files.length)
})

test('a message and everybody’s presence cross from one process to the other', PATIENCE, async () => {
  const [a, b] = await startBoth()
  const { ada, ben } = await company(a)
  const carla = await new Visitor(b.url).arrives(ada.account_id)
  const conversation = { account_id: ada.account_id, customer_id: carla.customer_id }
  const { id: conversation_id } = await carla.data('POST', '/api/conversations', { conversation })
  const [atA, atB] = [await listenAt(a, ada), await listenAt(b, ben)]
  const visitor = await new RawSocket(b.url).opened()
  onTestFinished(() => visitor.close())
  await visitor.join(`conversation:${conversation_id}`, { customer_id: carla.customer_id })

  const sent = await ada.data('POST', '/api/messages', { message: { conversation_id, body: 'From the other side' } })
  for (const socket of [atA, atB, visitor]) {
    await until('the message to be heard', () => pushesIn<Message>(socket, 'shout').length > 0)
    expect(pushesIn<Message>(socket, 'shout').map(({ id }) => id)).toEqual([sent.id])
  }

  const everybody = new Set([`user:${ada.id}`, `user:${ben.id}`, `customer:${carla.customer_id}`])
  for (const socket of [atA, atB]) {
    await until('both to see everybody', () => presentTo(socket).size === everybody.size)
    expect(presentTo(socket)).toEqual(everybody)
  }

  await a.end('SIGKILL')
  await until('those of the dead process to leave', () => !presentTo(atB).has(`user:${ada.id}`))
  expect(presentTo(atB)).toEqual(new Set([`user:${ben.id}`, `customer:${carla.customer_id}`]))

  await at(b, ben).data('POST', '/api/messages', { message: { conversation_id, body: 'Still here' } })
  await until('the survivor to go on', () => pushesIn<Message>(visitor, 'shout').length === 2)
})

test('signing out at one process ends the session at the other', PATIENCE, async () => {
  const [a, b] = await startBoth()
  const { ada, ben } = await company(a)
  const [hers, his] = [await listenAt(b, ada), await listenAt(b, ben)]
  expect((await at(b, ada).get('/api/me')).status).toBe(200)

  await ada.data('DELETE', '/api/session')

  expect(await hers.ended()).toEqual({ code: 4401, reason: 'Signed out' })
  expect((await at(b, ada).get('/api/me')).status).toBe(401)
  await expect(new RawSocket(b.url, ada.token).opened()).rejects.toThrow('refused with 403')
  expect((await at(b, ben).get('/api/me')).status).toBe(200)
  expect(his.isOpen).toBe(true)
})

test('a site taken off the list at one process loses its chats at the other', PATIENCE, async () => {
  const [a, b] = await startBoth()
  const { ada } = await company(a)
  const carla = new Visitor(b.url)
  carla.site = 'https://shop.example'
  await carla.arrives(ada.account_id)
  const answers: string[] = []
  const room = carla.line.topic(`room:${ada.account_id}`)
  room.join({ joined: () => answers.push('joined'), refused: ({ reason = '' }) => answers.push(reason) })
  await until('the visitor to join', () => answers.length === 1)

  const { id } = await ada.data('GET', '/api/inboxes/primary')
  const allow = (sites: string[]) => ada.data('PUT', `/api/inboxes/${id}/allowed_sites`, { allowed_sites: { sites } })
  await allow(['other.example'])
  await until('the other process to refuse', () => answers.at(-1) === 'This site may not use this chat')
  await allow([])
  await until('the other process to allow it again', () => answers.at(-1) === 'joined')
})

test('an agent at one process watches a visitor who is at the other', PATIENCE, async () => {
  const [a, b] = await startBoth()
  const { ada } = await company(a)
  const { account_id } = ada
  const carla = await new Visitor(b.url).arrives(account_id)
  const session_id = await newSession(carla)
  const all = await new RawSocket(a.url, ada.token).opened()
  onTestFinished(() => all.close())
  await all.join(`events:admin:${account_id}:all`)

  const recorder = await record(carla, session_id)
  const [page, change] = [snapshot(Date.now()), { type: 3, timestamp: Date.now(), data: { source: 0 } }]
  const sent: Array<Promise<object>> = []
  const send = (events: object[]) => sent.push(recorder.push('replay:events', { page: 'p', seq: sent.length, events }))
  // As recorders do: a full snapshot for everybody who begins to watch.
  recorder.on('presence_diff', ({ joins }) => {
    if (Object.values(joins).some(({ metas }) => metas.some((meta) => 'admin' in meta))) send([page])
  })
  const asked: string[] = []
  recorder.on('pointer:ask', ({ name }) => asked.push(name))
  await until('the agent to see the visitor', () => presentTo(all).has(`session:${session_id}`))

  const watching = await watch(ada, session_id)
  await until('the snapshot to arrive', () => watching.received.length === 1)
  send([change])
  await until('the change to arrive', () => watching.received.length === 2)
  expect(watching.received).toEqual([[page], [change]])
  await watching.push('pointer:ask', {})
  await until('the question to arrive', () => asked.length === 1)
  await Promise.all(sent)
  const { chunks } = await ada.data('GET', `/api/browser_sessions/${session_id}/recording`)
  const read = await at(b, ada).get(`/api/browser_sessions/${session_id}/recording/chunks/${chunks[0].id}`)
  expect(read.body).toEqual([page, change])

  carla.line.close()
  await until('the visitor to leave', () => !presentTo(all).has(`session:${session_id}`))
})
