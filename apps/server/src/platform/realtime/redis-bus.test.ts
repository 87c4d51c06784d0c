import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RealtimeOptions } from './realtime.js'
import { startRedis as spawnRedis } from '../../../test/faults/redis.js'
import { freePort } from '../../../test/faults/server-process.js'
import { RawClient, startRealtime } from '../../../test/realtime/rig.js'

const lease_ms = 600
let folder: string
let port: number
let redis: ChildProcess | undefined
const stops: Array<() => unknown> = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'papercups-redis-'))
  port = await freePort()
  redis = await startRedis()
})
beforeEach(async (context) => {
  if (!redis) context.skip('no redis-server on the PATH, and REDIS_SERVER_PATH is not set')
  else await withRedis((client) => client.flushall())
})
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})
afterAll(async () => {
  await stopRedis()
  await rm(folder, { recursive: true, force: true })
})

const startRedis = (...more: string[]) => spawnRedis(port, folder, ...more)

async function stopRedis(signal: NodeJS.Signals = 'SIGTERM') {
  if (!redis || redis.exitCode !== null || redis.signalCode) return
  redis.kill(signal)
  await once(redis, 'exit')
}

async function withRedis<T>(work: (client: Redis) => Promise<T>) {
  const client = new Redis(port, '127.0.0.1')
  try {
    return await work(client)
  } finally {
    client.disconnect()
  }
}

async function start(options: Partial<RealtimeOptions> = {}) {
  const limits = { drain_ms: 500, rejoin_ms: 50, ...options.limits }
  const rig = await startRealtime({
    redis: { url: `redis://127.0.0.1:${port}`, install: 'acme' },
    lease_ms,
    ...options,
    limits,
  })
  stops.push(rig.stop)
  return { ...rig, dial: (as: ConstructorParameters<typeof RawClient>[1] = {}) => new RawClient(rig.url, as).opened() }
}

/** A separate process that a test can kill. */
async function startPeer() {
  const load =
    "import { runnerImport } from 'vite'; await runnerImport(process.argv[1], { resolve: { conditions: ['source', 'module', 'node', 'import', 'default'] } })"
  const peer = fileURLToPath(new URL('../../../test/realtime/redis-peer.ts', import.meta.url))
  const args = ['--input-type=module', '-e', load, peer, `redis://127.0.0.1:${port}`, String(lease_ms)]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  stops.push(() => child.kill('SIGKILL'))
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const url = `ws://127.0.0.1:${line.toString().trim()}/socket`
  return {
    child,
    dial: (as: ConstructorParameters<typeof RawClient>[1] = {}) => new RawClient(url, as).opened(),
    broadcast: (...what: [topic: string, event: string, payload: unknown]) =>
      child.stdin.write(`${JSON.stringify(what)}\n`),
  }
}

const present = (client: RawClient, sign: 'joins' | 'leaves', key: string) =>
  client.until(() => client.received<Record<string, object>>('presence_diff').some((diff) => key in (diff[sign] ?? {})))

test('a broadcast reaches the members in all processes once and in order', async () => {
  const [here, there] = [await start(), await start()]
  const [ada, ben, outside] = [
    await here.dial({ token: 'ada' }),
    await there.dial({ token: 'ben' }),
    await there.dial(),
  ]
  for (const agent of [ada, ben]) await agent.join('notification:acme')
  await outside.join('room:acme')
  const bodies = Array.from({ length: 500 }, (_, index) => ({ body: `${index} ü` }))

  for (const body of bodies) here.realtime.broadcast('notification:acme', 'shout', body)
  expect(await ben.waitFor('shout', 500)).toEqual(bodies)
  there.realtime.broadcast('notification:acme', 'shout', { body: 'back' })
  await ada.waitFor('shout', 501)
  expect(ada.received('shout')).toEqual([...bodies, { body: 'back' }])
  expect(ben.received('shout')).toEqual([...bodies, { body: 'back' }])
  expect(outside.received('shout')).toEqual([])
})

test('a process listens only to topics that somebody in it has joined', async () => {
  const { dial } = await start()
  const channels = () =>
    withRedis((client) => client.pubsub('CHANNELS', 'papercups:0:acme:topic:*')) as Promise<string[]>
  const [carla, other] = [await dial(), await dial()]
  for (const client of [carla, other]) await client.join('conversation:1')

  expect(await channels()).toEqual(['papercups:0:acme:topic:conversation:1'])
  await other.ask('conversation:1', 'phx_leave')
  expect(await channels()).toHaveLength(1)
  carla.socket.terminate()
  await expect.poll(channels).toEqual([])
})

test('presence is shared between processes, and no keys stay in Redis', async () => {
  const [here, there] = [await start(), await start()]
  const ada = await here.dial({ token: 'ada' })
  await ada.join('notification:acme')
  const carla = await there.dial()
  await carla.join('conversation:1', { customer_id: 'carla' })
  await present(ada, 'joins', 'customer:carla')

  const ben = await there.dial({ token: 'ben' })
  await ben.join('notification:acme')
  const [state] = await ben.waitFor('presence_state')
  expect(Object.keys(state ?? {}).sort()).toEqual(['customer:carla', 'user:1', 'user:2'])
  await present(ada, 'joins', 'user:2')
  const everybody = await here.realtime.presence('notification:acme')
  expect(Object.keys(everybody).sort()).toEqual(['customer:carla', 'user:1', 'user:2'])
  expect(Object.keys(await there.realtime.presence('room:acme')).sort()).toEqual(['user:1', 'user:2'])

  carla.socket.terminate()
  await present(ada, 'leaves', 'customer:carla')
  const diffs = ada.received<{ joins: object; leaves: object }>('presence_diff')
  expect(diffs.filter((diff) => 'customer:carla' in diff.leaves)).toHaveLength(1)
  for (const rig of [here, there]) await rig.stop()
  expect(await withRedis((client) => client.keys('*'))).toEqual([])
})

test('signing out closes the sockets in every process', async () => {
  const [here, there] = [await start(), await start()]
  const [ada, ben] = [await there.dial({ token: 'ada' }), await there.dial({ token: 'ben' })]
  await ada.join('notification:acme')

  here.realtime.disconnect({ user_id: 1 })
  expect(await ada.closeCode()).toBe(4401)
  expect((await ben.ask('phoenix', 'heartbeat')).status).toBe('ok')
})

test('the entries of a killed process are removed after its lease', async () => {
  const [here, peer] = [await start(), await startPeer()]
  const ada = await here.dial({ token: 'ada' })
  await ada.join('notification:acme')
  const carla = await peer.dial()
  await carla.join('conversation:1', { customer_id: 'carla' })
  await present(ada, 'joins', 'customer:carla')
  peer.broadcast('notification:acme', 'shout', { body: 'from afar' })
  expect(await ada.waitFor('shout')).toEqual([{ body: 'from afar' }])

  peer.child.kill('SIGKILL')
  await present(ada, 'leaves', 'customer:carla')
  expect(Object.keys(await here.realtime.presence('notification:acme'))).toEqual(['user:1'])
  const keys = () => withRedis((client) => client.keys('papercups:0:acme:presence:*'))
  await expect
    .poll(async () => (await keys()).sort())
    .toEqual(['papercups:0:acme:presence:notification:acme', 'papercups:0:acme:presence:room:acme'])
  const ben = await here.dial({ token: 'ben' })
  await ben.join('notification:acme')
  const [state] = await ben.waitFor('presence_state')
  expect(Object.keys(state ?? {}).sort()).toEqual(['user:1', 'user:2'])
})

test('a process that was suspended for longer than its lease is shown again', async () => {
  const [here, peer] = [await start(), await startPeer()]
  const ada = await here.dial({ token: 'ada' })
  await ada.join('notification:acme')
  const carla = await peer.dial()
  await carla.join('conversation:1', { customer_id: 'carla' })
  await present(ada, 'joins', 'customer:carla')

  peer.child.kill('SIGSTOP')
  await present(ada, 'leaves', 'customer:carla')
  const before = ada.frames.length
  peer.child.kill('SIGCONT')
  await ada.until(() =>
    ada.frames.slice(before).some((frame) => JSON.stringify(frame.payload).includes('"joins":{"customer:carla"')),
  )
  expect(await here.realtime.presence('notification:acme')).toHaveProperty('customer:carla')
})

test('each process works alone without Redis, and they synchronize when it is back', async () => {
  const [here, there] = [await start(), await start()]
  const [ada, ben] = [await here.dial({ token: 'ada' }), await there.dial({ token: 'ben' })]
  for (const agent of [ada, ben]) await agent.join('notification:acme')
  const carla = await there.dial()
  await carla.join('conversation:1', { customer_id: 'carla' })
  await present(ada, 'joins', 'customer:carla')

  await stopRedis('SIGKILL')
  await expect
    .poll(() => here.logged.concat(there.logged).filter((line) => line.startsWith('redis is not')))
    .toHaveLength(2)
  here.realtime.broadcast('notification:acme', 'shout', { body: 'local' })
  expect(await ada.waitFor('shout')).toEqual([{ body: 'local' }])
  carla.socket.terminate()
  const dora = await there.dial()
  expect((await dora.join('conversation:2', { customer_id: 'dora' })).status).toBe('ok')
  here.realtime.disconnect({ user_id: 7 })

  redis = await startRedis()
  // All clients are asked to rejoin, because broadcasts may be lost.
  await ben.waitFor('phx_error')
  await ben.join('notification:acme')
  await present(ada, 'joins', 'customer:dora')
  await present(ada, 'leaves', 'customer:carla')
  await expect
    .poll(async () => Object.keys(await here.realtime.presence('notification:acme')).sort())
    .toEqual(['customer:dora', 'user:1', 'user:2'])
  here.realtime.broadcast('notification:acme', 'shout', { body: 'together' })
  await ben.waitFor('shout')
  expect(ben.received('shout')).toEqual([{ body: 'together' }])
  expect(ada.received('shout')).toEqual([{ body: 'local' }, { body: 'together' }])
})

test('what Redis refused is sent when it takes commands again', async () => {
  const [here, there] = [await start(), await start()]
  const ada = await there.dial({ token: 'ada' })
  await stopRedis('SIGKILL')
  await expect.poll(() => here.realtime.isConnected()).toBe(false)
  here.realtime.disconnect({ user_id: 1 })

  // Out of memory: both connections work, and it refuses to store anything.
  redis = await startRedis('--maxmemory', '1')
  for (const { logged } of [here, there]) await expect.poll(() => logged).toContain('redis command failed')
  expect(here.realtime.isConnected()).toBe(false)
  expect((await ada.ask('phoenix', 'heartbeat')).status).toBe('ok')
  await withRedis((client) => client.config('SET', 'maxmemory', '0'))

  expect(await ada.closeCode()).toBe(4401)
  await expect.poll(() => here.realtime.isConnected()).toBe(true)
})

test('installs on one Redis stay apart, and so do the numbers of its databases', async () => {
  const url = `redis://127.0.0.1:${port}`
  const pair = async (redis: { url: string; install: string }) => {
    const [here, there] = [await start({ redis }), await start({ redis })]
    const ada = await there.dial({ token: 'ada' })
    await ada.join('notification:acme')
    return { here, ada }
  }
  const acme = await pair({ url, install: 'acme' })
  const others = [await pair({ url, install: 'globex' }), await pair({ url: `${url}/1`, install: 'acme' })]

  acme.here.realtime.broadcast('notification:acme', 'shout', { body: 'for Acme' })
  await acme.ada.waitFor('shout')
  acme.here.realtime.disconnect({ user_id: 1 })
  expect(await acme.ada.closeCode()).toBe(4401)
  for (const { here, ada } of others) {
    here.realtime.broadcast('notification:acme', 'shout', { body: 'for us' })
    expect(await ada.waitFor('shout')).toEqual([{ body: 'for us' }])
    expect(Object.keys(await here.realtime.presence('notification:acme'))).toEqual(['user:1'])
  }
})

test('a server starts without Redis and connects later', async () => {
  await stopRedis()
  const [here, there] = [await start(), await start()]
  const [ada, ben] = [await here.dial({ token: 'ada' }), await there.dial({ token: 'ben' })]
  for (const agent of [ada, ben]) await agent.join('notification:acme')

  redis = await startRedis()
  await present(ada, 'joins', 'user:2')
  await present(ben, 'joins', 'user:1')
  here.realtime.broadcast('notification:acme', 'shout', { body: 'hello' })
  await ben.waitFor('shout')
})
