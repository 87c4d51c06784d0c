import { Data } from '@papercups/contract'
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { defineFeature } from '../../src/platform/feature.js'
import { networkOf } from '../../src/platform/http/client-ip.js'
import { RateLimiter } from '../../src/platform/http/rate-limit.js'
import { createRedisBuckets } from '../../src/platform/http/redis-buckets.js'
import { Client } from '../client.js'
import { startRedis } from '../faults/redis.js'
import { freePort } from '../faults/server-process.js'
import { createMigratedDatabase } from '../database.js'
import { expectErrors } from '../logged-errors.js'
import { startTestServer, type TestServer } from '../server.js'
import { createEventLimits } from '../../src/platform/realtime/event-limits.js'
import type { Connection } from '../../src/platform/realtime/connection.js'
import { story } from '../story.js'

/** Three calls per minute from one IP. */
const limited = defineFeature({
  routes: (app) =>
    void app.get('/api/limited', {
      config: { allow: 'public', limit: { per_ip: 3, subject: 100 } },
      schema: { response: { 200: Data(Type.Object({})) } },
      handler: async () => ({ data: {} }),
    }),
})

/** Three calls per minute from one IP, and five for one account. */
const limitedAccount = defineFeature({
  routes: (app) =>
    void app.get('/api/limited-account', {
      config: { allow: 'public', limit: { per_ip: 3, subject: 5 } },
      schema: {
        querystring: Type.Object({ account_id: Type.String() }),
        response: { 200: Data(Type.Object({})) },
      },
      handler: async () => ({ data: {} }),
    }),
})

let folder: string
let redis: ChildProcess | undefined
let redis_url: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'papercups-limits-'))
  const port = await freePort()
  redis_url = `redis://127.0.0.1:${port}`
  redis = await startRedis(port, folder)
}, 60_000)
afterAll(async () => {
  await stopRedis()
  await rm(folder, { recursive: true, force: true })
})

async function stopRedis() {
  if (!redis) return
  const gone = once(redis, 'exit')
  redis.kill()
  await gone
  redis = undefined
}

/** Each of the servers logs it. */
const AWAY = /redis is not reachable/

const call = async ({ url }: TestServer, address: string) => (await new Client(url, address).get('/api/limited')).status

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::ffff', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['203.0.113.7', '203.0.113.7'],
  ['::1', '::1'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('a bucket holds one minute of calls, refills evenly and returns the time to wait', () => {
  let now = 1_000_000
  const limiter = new RateLimiter(undefined, () => now)
  const take = () => limiter.take('a', 6)
  expect(Array.from({ length: 7 }, take)).toEqual([0, 0, 0, 0, 0, 0, 10])
  expect(limiter.wait('a', 6)).toBe(10)
  now += 9_000
  expect(take()).toBe(1)
  now += 1_000
  expect([limiter.wait('a', 6), take(), take()]).toEqual([0, 0, 10])
  now += 60_000
  expect(Array.from({ length: 7 }, take)).toEqual([0, 0, 0, 0, 0, 0, 10])
})

test('callers are not refused for longer after the clock was set back', () => {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date'] })
  const limiter = new RateLimiter()
  expect(limiter.take('a', 6)).toBe(0)
  vi.setSystemTime(Date.now() - 3_600_000)
  expect(limiter.take('a', 6)).toBe(0)
  expect(limiter.left('a', 6).full_in).toBeLessThanOrEqual(20)
})

test('IPs of one IPv6 network share a limit', async () => {
  const server = await startTestServer({ features: [limited] })
  const statuses = []
  for (const end of ['1', 'ffff', 'a:b:c:d'])
    statuses.push(await call(server, `2001:db8:7:7:${end.length > 4 ? end : `:${end}`}`))
  expect(statuses).toEqual([200, 200, 200])
  expect(await call(server, '2001:db8:7:7::beef')).toBe(429)
  expect(await call(server, '2001:db8:7:8::beef')).toBe(200)
})

test('a shared count does not refuse for longer after the clock of Redis was set back', async (context) => {
  if (!redis) context.skip('no redis-server: set REDIS_SERVER_PATH, or install one on the PATH')
  const buckets = createRedisBuckets({ url: redis_url, install: 'acme' })
  const client = new Redis(redis_url)
  onTestFinished(() => {
    buckets.close()
    client.disconnect()
  })
  await expect.poll(() => buckets.take('a', 1).catch(() => 0)).toBeGreaterThan(0)
  const [name = ''] = await client.keys('papercups:0:acme:limit:*')
  await client.set(name, Date.now() + 3_600_000)

  expect(await buckets.take('a', 1_000)).toBeGreaterThan(60_000)
  await expect.poll(() => buckets.take('a', 1_000)).toBeLessThanOrEqual(60_000)
})

test('several processes share a count, and each counts alone while Redis is down', async (context) => {
  if (!redis) context.skip('no redis-server: set REDIS_SERVER_PATH, or install one on the PATH')
  const database = await createMigratedDatabase()
  const start = (env: Record<string, string>) =>
    startTestServer({ env: { REDIS_URL: redis_url, ...env }, features: [limited] })
  const [one, other, stranger] = await Promise.all([
    start({ DATABASE_URL: database.url }),
    start({ DATABASE_URL: database.url }),
    start({}),
  ])
  onTestFinished(async () => {
    await Promise.all([one.stop(), other.stop()])
    await database.drop()
  })
  const statuses = []
  for (const server of [one, other, one, other, one, other]) statuses.push(await call(server, '198.51.100.7'))
  expect(statuses).toEqual([200, 200, 200, 429, 429, 429])
  // Another install counts for itself on the same Redis.
  expect(await call(stranger, '198.51.100.7')).toBe(200)

  const connected = async () =>
    /^papercups_redis_connected (\d)$/m.exec(await (await fetch(`${one.url}/metrics`)).text())?.[1]
  expect(await connected()).toBe('1')
  expectErrors(AWAY, AWAY, AWAY)
  await stopRedis()
  await expect.poll(connected).toBe('0')
  const ready = async () => (await new Client(one.url).get('/ready')).body
  const warnings = [expect.stringMatching(/^Redis is not reachable/)]
  await expect.poll(ready).toEqual({ status: 'ready', warnings })
  const alone = []
  for (let count = 0; count < 4; count += 1) alone.push(await call(one, '198.51.100.8'))
  expect(alone).toEqual([200, 200, 200, 429])
})

test('seen, delivered and typing have separate limits', async () => {
  const { carla } = await story()
  const push = (event: string, payload: object = {}) =>
    carla.push(event, payload).then(
      () => 'ok',
      (error: Error) => error.message,
    )
  for (const [event, payload] of [
    ['typing', {}],
    ['messages:seen', {}],
    ['messages:delivered', { up_to: 1 }],
  ] as const) {
    const answers = await Promise.all(Array.from({ length: 150 }, () => push(event, payload)))
    expect(answers.slice(0, 120), event).toEqual(Array(120).fill('ok'))
    expect(answers.slice(-1)[0], event).toMatch(/^Too many messages/)
  }
  await carla.says(`Still here ${randomUUID()}`)
})

test('calls that the limit of an IP refuses do not use up the limit of an account', async () => {
  const server = await startTestServer({ features: [limitedAccount] })
  const path = `/api/limited-account?account_id=${randomUUID()}`
  const calls = async (address: string, count: number) => {
    const client = new Client(server.url, address)
    const answers = await Promise.all(Array.from({ length: count }, () => client.get(path)))
    return answers.filter(({ status }) => status === 200).length
  }
  expect(await calls('192.0.2.1', 40)).toBe(3)
  expect(await calls('192.0.2.2', 3)).toBe(2)
})

test('events that the limit of an IP refuses do not use up the limit of an account', async () => {
  const limiter = new RateLimiter()
  const spend = createEventLimits(limiter, { events_per_ip: 3 })
  const from = (ip: string) =>
    spend({ ip } as Connection, 'shout', [
      ['visitor 1', 100],
      ['account 1', 5],
    ]).then(
      () => 'ok',
      () => 'refused',
    )
  const first = []
  for (let at = 0; at < 40; at += 1) first.push(await from('192.0.2.1'))
  expect(first.filter((answer) => answer === 'ok')).toHaveLength(3)
  expect([await from('192.0.2.2'), await from('192.0.2.2'), await from('192.0.2.2')]).toEqual(['ok', 'ok', 'refused'])
})

test('buckets that are full again are forgotten', () => {
  let now = 0
  const limiter = new RateLimiter(undefined, () => now)
  for (let at = 0; at < 1_000; at += 1) void limiter.take(`caller ${at}`, 10)
  now = 120_000
  for (let at = 0; at < 600; at += 1) void limiter.take(`later ${at}`, 10)
  expect(limiter.size).toBe(600)
})
