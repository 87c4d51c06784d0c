import { openSocket, PushError, type SocketOptions } from '@papercups/wire'
import { afterEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { startRealtime } from '../../../test/realtime/rig.js'

const stops: Array<() => unknown> = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

async function start() {
  const rig = await startRealtime({ limits: { drain_ms: 500 } })
  stops.push(rig.stop)
  return rig
}

function open(options: SocketOptions) {
  const client = openSocket({ transport: WebSocket, ...options })
  stops.push(() => client.close())
  return client
}

test('the browser client receives, pushes, and gets the reason of a refusal', async () => {
  const { url, realtime } = await start()
  const client = open({ url, params: () => ({ token: 'ada' }) })
  const received: unknown[] = []
  const topic = client.topic('notification:acme').on('shout', (message) => received.push(message))
  await new Promise<object>((joined) => topic.join({ joined }))

  expect(client.state()).toBe('online')
  expect(await topic.push('promote')).toEqual({ promoted: true })
  const refused = await topic.push('refuse').catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(PushError)
  expect(refused).toMatchObject({ message: 'No', response: { reason: 'No', errors: { body: ['is bad'] } } })
  await topic.push('shout', { body: 'hi' })
  expect(received).toEqual([{ body: 'hi' }])

  topic.leave()
  realtime.broadcast('notification:acme', 'shout', { body: 'gone' })
  const reason = await new Promise((refused) => client.topic('notification:globex').join({ refused }))
  expect(reason).toEqual({ reason: 'Unauthorized' })
  expect(received).toEqual([{ body: 'hi' }])
})

test('a refused upgrade renews the token once before the next attempt', async () => {
  const { url } = await start()
  let token = 'stale'
  const renew = vi.fn(async () => (token = 'ada'))
  const client = open({ url, params: () => ({ token }), renew })
  await new Promise<object>((joined) => client.topic('notification:acme').join({ joined }))

  expect(renew).toHaveBeenCalledTimes(1)
})

test('a failed renewal is not repeated at once, and connection attempts go on', async () => {
  const { url } = await start()
  let token = 'stale'
  const attempts = { count: 0 }
  const params = () => {
    attempts.count += 1
    return { token }
  }
  const renew = vi.fn(() => Promise.reject(new Error('offline')))
  const client = open({ url, params, renew })
  await expect.poll(() => attempts.count).toBeGreaterThan(3)
  expect(renew).toHaveBeenCalledTimes(1)
  expect(client.state()).toBe('reconnecting')

  token = 'ada'
  await new Promise<object>((joined) => client.topic('notification:acme').join({ joined }))
  expect(client.state()).toBe('online')
})

test('reports a lost connection, reconnects and rejoins', async () => {
  const { url, realtime } = await start()
  const renew = vi.fn(async () => {})
  const client = open({ url, params: () => ({ token: 'ada' }), renew })
  const states: string[] = []
  const unwatch = client.watch(() => states.push(client.state()))
  const joined = vi.fn()
  client.topic('notification:acme').join({ joined })
  await expect.poll(() => joined.mock.calls.length).toBe(1)

  realtime.disconnect({ user_id: 1 })
  await expect.poll(() => joined.mock.calls.length).toBe(2)
  expect(states).toEqual(['online', 'reconnecting', 'online'])
  expect(renew).not.toHaveBeenCalled()
  unwatch()
  client.close()
  await expect.poll(() => realtime.counts.sockets).toBe(0)
  expect(states).toHaveLength(3)
})

test('a push waits for the first join, and fails at once while the connection is lost', async () => {
  const { url, realtime } = await start()
  const client = open({ url, params: () => ({ token: 'ada' }) })
  const joined = vi.fn()
  const topic = client.topic('notification:acme').join({ joined })
  expect(await topic.push('promote')).toEqual({ promoted: true })

  const lost = new Promise<void>((resolve) => client.watch(() => client.state() === 'reconnecting' && resolve()))
  realtime.disconnect({ user_id: 1 })
  await lost
  const failure: unknown = await topic.push('promote').catch((error: unknown) => error)
  expect(failure).toMatchObject({ response: { reason: 'timeout' } })
  expect(client.state()).toBe('reconnecting')
  await expect.poll(() => joined.mock.calls.length).toBe(2)
  expect(await topic.push('promote')).toEqual({ promoted: true })
})

test('joins a refused topic less and less often', async () => {
  const { url } = await start()
  const refused_at: number[] = []
  open({ url })
    .topic('notification:acme')
    .join({ refused: () => refused_at.push(performance.now()) })
  await expect.poll(() => refused_at.length).toBe(3)
  const [, second = 0, third = 0] = refused_at
  // The first pause is one second.
  expect(third - second).toBeGreaterThan(1_900)
})

test('works without session storage', async () => {
  const { url } = await start()
  Object.defineProperty(globalThis, 'sessionStorage', {
    configurable: true,
    get() {
      throw new Error('denied')
    },
  })
  stops.push(() => Reflect.deleteProperty(globalThis, 'sessionStorage'))
  const client = open({ url })
  const joined = new Promise<object>((joined) => client.topic('room:acme').join({ joined }))
  await expect(joined).resolves.toEqual(expect.anything())
})
