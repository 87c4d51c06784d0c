import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { Limits } from './limits.js'
import { take } from './limits.js'
import { RawClient, startRealtime } from '../../../test/realtime/rig.js'

interface Reply {
  response: { reason?: string }
}

const stops: Array<() => unknown> = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

async function start(limits: Partial<Limits>) {
  const rig = await startRealtime({ limits: { drain_ms: 500, ...limits } })
  stops.push(rig.stop)
  return { ...rig, dial: (as: ConstructorParameters<typeof RawClient>[1] = {}) => new RawClient(rig.url, as).opened() }
}

test('a bucket allows a burst, then its rate per second', () => {
  const rate = { per_second: 10, burst: 3 }
  let full_at = 0
  const at = (now: number) => {
    const next = take(full_at, rate, now)
    full_at = next ?? full_at
    return next !== undefined
  }

  expect([at(1000), at(1000), at(1000), at(1000)]).toEqual([true, true, true, false])
  expect([at(1099), at(1100), at(1100)]).toEqual([false, true, false])
  expect([at(9000), at(9000), at(9000), at(9000)]).toEqual([true, true, true, false])
})

test('ten thousand joins on one socket are refused, then close it, and other sockets work on', async () => {
  const { dial, realtime } = await start({ strikes: 50, joins: { per_second: 1, burst: 100 } })
  const [flood, other] = [await dial(), await dial()]
  await other.join('conversation:1')
  for (let index = 0; index < 10_000; index += 1) flood.send(`conversation:${index}`, 'phx_join')

  expect(await flood.closeCode()).toBe(1008)
  const reasons = flood.received<Reply>('phx_reply').map(({ response }) => response.reason)
  expect(reasons.filter((reason) => !reason).length).toBeLessThanOrEqual(64)
  expect(new Set(reasons.filter(Boolean))).toEqual(new Set(['Too many topics', 'Too many joins']))
  expect((await other.ask('phoenix', 'heartbeat')).status).toBe('ok')
  await expect.poll(() => realtime.counts).toMatchObject({ sockets: 1, topics: 1, expelled: 1 })
})

test('an event limit counts a visitor over all their sockets, then their IP, and never a user', async () => {
  const { dial } = await start({ events_per_ip: 5 })
  const say = async (as: RawClient, conversation: string) => {
    await as.join(`conversation:${conversation}`)
    const replies = [1, 2].map(() => as.ask(`conversation:${conversation}`, 'limited'))
    return (await Promise.all(replies)).map(({ status, response }) => response.reason ?? status)
  }
  const tooMany = expect.stringMatching(/^Too many messages. Please try again in \d+ s.$/)
  expect(await say(await dial(), '1')).toEqual(['ok', 'ok'])
  expect(await say(await dial(), '1')).toEqual(['ok', tooMany])
  // The IP has used three. The refused event of the visitor does not count.
  expect(await say(await dial(), '2')).toEqual(['ok', 'ok'])
  expect(await say(await dial(), '3')).toEqual([tooMany, tooMany])
  expect(await say(await dial({ token: 'ada' }), '3')).toEqual(['ok', 'ok'])
})

test('too many messages are refused one by one, and only a client that goes on is closed', async () => {
  const { dial, ran } = await start({ strikes: 5, frames: { per_second: 0.001, burst: 10 } })
  const [eager, flood] = [await dial(), await dial()]
  const refs = Array.from({ length: 12 }, (_, index) => eager.send('conversation:1', index ? 'ping' : 'phx_join'))

  expect(await eager.reply(refs[11] ?? '')).toEqual({ status: 'error', response: { reason: 'Too many messages' } })
  expect(eager.closed).toBeUndefined()
  for (let index = 0; index < 20; index += 1) flood.send('phoenix', 'heartbeat')
  expect(await flood.closeCode()).toBe(1008)
  expect(ran).toEqual([])
})

test('only topics that allow large frames accept one', async () => {
  const { dial } = await start({ frame_bytes: 1000, large_frame_bytes: { 'events:': 5000, 'nowhere:': 50_000 } })
  const [visitor, recorder, huge] = [await dial(), await dial(), await dial()]
  const text = 'x'.repeat(2000)

  await recorder.join('events:1')
  await recorder.join('conversation:1')
  expect((await recorder.ask('events:1', 'emit', { text })).status).toBe('ok')
  expect(await recorder.ask('conversation:1', 'shout', { body: text })).toEqual({
    status: 'error',
    response: { reason: 'Frame too large' },
  })
  await visitor.join('conversation:1')
  visitor.send('conversation:1', 'shout', { body: text })
  expect(await visitor.closeCode()).toBe(1009)
  await huge.join('events:1')
  huge.send('events:1', 'emit', { text: 'x'.repeat(10_000) })
  expect(await huge.closeCode()).toBe(1009)
})

test('an invalid frame closes its connection and no other', async () => {
  const { dial, realtime, logged } = await start({})
  const good = await dial()
  const bad = [
    '',
    'null',
    '{}',
    '[]',
    '[1,2,3]',
    '[null,null,7,"x",{}]',
    '{"topic":"a"}',
    '[[],"1","a","b",{}]',
    '[',
    '\u0000',
  ]
  for (const text of bad) {
    const client = await dial()
    client.socket.send(text)
    expect(await client.closeCode()).toBe(1007)
  }
  const binary = await dial()
  binary.socket.send(Buffer.from('["1","1","a","phx_join",{}]'))
  expect(await binary.closeCode()).toBe(1003)
  const old = await dial({ vsn: '1.0.0' })
  old.socket.send('["1","1","a","phx_join",{}]')
  expect(await old.closeCode()).toBe(1007)

  expect((await good.ask('phoenix', 'heartbeat')).status).toBe('ok')
  expect(logged).toEqual([])
  await expect.poll(() => realtime.counts.sockets).toBe(1)
})

test('strange values get a reply and log no error', async () => {
  const { dial, logged } = await start({})
  const client = await dial()
  await client.join('conversation:1')
  const deep = '['.repeat(50_000) + ']'.repeat(50_000)
  client.socket.send(`["j","deep","conversation:1","ping",{"a":${deep}}]`)
  client.socket.send(`["j","shout","conversation:1","shout",{"body":${deep}}]`)
  client.socket.send('["j","proto","conversation:1","shout",{"__proto__":{"body":"x"},"constructor":1}]')
  client.socket.send('["j","twice","conversation:1","shout",{"body":"a","body":"\\ud800"}]')

  expect((await client.reply('deep')).status).toBe('error')
  expect((await client.reply('shout')).status).toBe('error')
  expect((await client.reply('proto')).status).toBe('error')
  expect((await client.reply('twice')).status).toBe('ok')
  expect(client.received('shout')).toHaveLength(1)
  expect(logged).toEqual([])
})

test('a backlog pauses reading and keeps the order', async () => {
  const { dial, gate, ran } = await start({ waiting_frames: 4, frames: { per_second: 1, burst: 500 } })
  const client = await dial()
  await client.join('conversation:1')
  let openGate = () => {}
  gate.wait = new Promise<void>((resolve) => (openGate = resolve))
  const refs = Array.from({ length: 300 }, (_, index) =>
    client.send('conversation:1', 'shout', { body: String(index) }),
  )
  openGate()

  await client.reply(refs.at(-1) ?? '')
  expect(ran.filter((line) => line.startsWith('end'))).toEqual(refs.map((_, index) => `end ${index}`))
})

test('each IP has its own limit of sockets and attempts', async () => {
  let ip = 'a'
  const rig = await startRealtime({
    ipOf: () => ip,
    limits: { sockets_per_ip: 2, connects_per_ip: { per_second: 0.001, burst: 3 }, drain_ms: 500 },
  })
  stops.push(rig.stop)
  const dial = () => new RawClient(rig.url).opened()

  const [first] = [await dial(), await dial()]
  await expect(dial()).rejects.toThrow('429')
  first.socket.close()
  await first.closeCode()
  await expect.poll(() => rig.realtime.counts.sockets).toBe(1)
  await dial()
  ip = 'b'
  const neighbour = await dial()
  ip = 'a'
  neighbour.socket.close()
  await expect(dial()).rejects.toThrow('429')
  ip = '127.0.0.1'
  await Promise.all(Array.from({ length: 10 }, dial))
})

test('closes an idle socket; a heartbeat keeps it open', async () => {
  const { dial } = await start({ idle_ms: 300 })
  const [silent, alive] = [await dial(), await dial()]
  const beating = setInterval(() => alive.send('phoenix', 'heartbeat'), 50)
  stops.push(() => clearInterval(beating))

  expect(await silent.closeCode()).toBe(1001)
  expect(alive.closed).toBeUndefined()
})

/** A client that reads nothing after the reply to its join. */
async function joinAndStopReading(port: number, topic: string) {
  const stuck = connect(port, '127.0.0.1')
  stuck.on('error', () => {})
  stuck.write('GET /socket/websocket?vsn=2.0.0 HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n')
  stuck.write('Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n')
  await new Promise((resolve) => stuck.once('data', resolve))
  const join = Buffer.from(`["1","1","${topic}","phx_join",{}]`)
  stuck.write(Buffer.concat([Buffer.from([0x81, 0x80 | join.length, 0, 0, 0, 0]), join]))
  await new Promise((resolve) => stuck.once('data', resolve))
  stuck.pause()
  return stuck
}

test.each([
  ['a backlog above the limit', { backlog_bytes: 500_000 }],
  ['no progress for too long', { backlog_bytes: 1e9, stalled_ms: 200 }],
])('drops a slow reader, and the others receive everything: %s', async (_, limits) => {
  const { dial, realtime, port } = await start(limits)
  const healthy = await dial()
  await healthy.join('room:acme')
  const stuck = await joinAndStopReading(port, 'room:acme')

  let sent = 0
  const body = 'x'.repeat(100_000)
  while (realtime.counts.sockets > 1) {
    realtime.broadcast('room:acme', 'shout', { body, sent })
    sent += 1
    await healthy.waitFor('shout', sent)
  }
  expect(realtime.counts.slow_dropped).toBe(1)
  expect(healthy.received<{ sent: number }>('shout').map((message) => message.sent)).toEqual(
    Array.from({ length: sent }, (_, n) => n),
  )
  stuck.destroy()
})

test('a slow reader of a lossy topic has to join again and keeps its connection', async () => {
  const { dial, realtime, port } = await start({ lossy_backlog_bytes: 500_000, backlog_bytes: 1e9 })
  const healthy = await dial()
  await healthy.join('watched:1')
  const stuck = await joinAndStopReading(port, 'watched:1')
  const body = 'x'.repeat(100_000)
  let sent = 0
  // Far more than the buffers of the system and the limit hold.
  while (sent < 200) {
    realtime.broadcast('watched:1', 'shout', { body, sent })
    sent += 1
    await healthy.waitFor('shout', sent)
  }
  expect(realtime.counts).toMatchObject({ sockets: 2, slow_dropped: 0 })
  let received = ''
  stuck.on('data', (data: Buffer) => (received += data.toString('latin1')))
  stuck.resume()
  await expect.poll(() => received.includes('phx_error')).toBe(true)
  expect(received.length).toBeLessThan(sent * body.length)
  expect(received.indexOf('phx_error')).toBeGreaterThan(received.lastIndexOf('shout'))
  stuck.destroy()
})
