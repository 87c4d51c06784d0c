import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { Limits } from '../../src/platform/realtime/limits.js'
import { RawClient, startRealtime } from '../realtime/rig.js'

const stops: Array<() => unknown> = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

async function start(limits: Partial<Limits> = {}) {
  const rig = await startRealtime({ limits: { drain_ms: 500, ...limits } })
  stops.push(rig.stop)
  const accepted: Socket[] = []
  rig.server.on('connection', (socket) => accepted.push(socket))
  return { ...rig, accepted, dial: () => new RawClient(rig.url).opened() }
}

const masked = (text: string) => Buffer.concat([header(Buffer.byteLength(text)), Buffer.from(text)])

/** The header of a text frame of this length, with a zero mask. */
function header(length: number) {
  if (length < 126) return Buffer.from([0x81, 0x80 | length, 0, 0, 0, 0])
  const long = Buffer.alloc(14)
  long.writeUInt8(0x81, 0)
  long.writeUInt8(0xff, 1)
  long.writeBigUInt64BE(BigInt(length), 2)
  return long
}

/** A visitor in the lobby who stops reading. */
async function deafVisitor(port: number) {
  const socket = connect(port, '127.0.0.1')
  stops.push(() => socket.destroy())
  socket.on('error', () => {})
  const answered = () => new Promise((resolve) => socket.once('data', resolve))
  socket.write('GET /socket/websocket?vsn=2.0.0 HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n')
  socket.write('Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n')
  await answered()
  socket.write(masked('["1","1","conversation:lobby","phx_join",{}]'))
  await answered()
  socket.pause()
  return socket
}

test('answers to a client that does not read stop at the backlog limit, and the client is dropped', async () => {
  const generous = { per_second: 1e9, burst: 1e9 }
  const limits = { frames: generous, bytes: generous, bytes_per_ip: generous, stalled_ms: 1_000 }
  const { port, accepted, realtime, dial } = await start(limits)
  const deaf = await deafVisitor(port)
  const other = await dial()
  const ping = masked(`["1","2","conversation:lobby","ping",{"text":"${'x'.repeat(900)}"}]`)
  const batch = Buffer.concat(Array.from({ length: 1_000 }, () => ping))

  let most = 0
  while (realtime.counts.slow_dropped === 0) {
    if (deaf.writableLength < 50_000_000) deaf.write(batch)
    await new Promise((resolve) => setImmediate(resolve))
    most = Math.max(most, accepted[0]?.writableLength ?? 0)
  }
  // We stopped reading long before the backlog limit was reached.
  expect(most).toBeLessThan(1024 * 1024)
  expect((await other.ask('phoenix', 'heartbeat')).status).toBe('ok')
})

test('a large ping is answered without its payload', async () => {
  const { dial } = await start()
  const client = await dial()
  await client.join('conversation:lobby')
  expect(await client.ask('conversation:lobby', 'ping', { text: 'hi' })).toMatchObject({ response: { text: 'hi' } })
  const large = await client.ask('conversation:lobby', 'ping', { text: 'x'.repeat(2_000) })
  expect(large).toEqual({ status: 'ok', response: {} })
})

test('a long topic name is not sent back', async () => {
  const { dial } = await start()
  const client = await dial()
  client.send('x'.repeat(60_000), 'phx_join')
  expect(await client.closeCode()).toBe(1007)
  expect(client.frames).toEqual([])
})

test('messages that never end are dropped before they fill the memory', async () => {
  const { port, realtime, dial } = await start({ unfinished_bytes: 300_000, idle_ms: 2_000 })
  const other = await dial()
  const alive = setInterval(() => other.send('phoenix', 'heartbeat'), 200)
  stops.push(() => clearInterval(alive))
  for (let count = 0; count < 10; count += 1) {
    const deaf = await deafVisitor(port)
    deaf.write(Buffer.concat([header(60_000), Buffer.alloc(50_000, 'x')]))
  }
  await expect.poll(() => realtime.counts.slow_dropped).toBeGreaterThan(0)
  expect(other.closed).toBeUndefined()
})
