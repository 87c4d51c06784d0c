import { afterEach, expect, test, vi } from 'vitest'
import type { Limits } from '../../src/platform/realtime/limits.js'
import { RawClient, startRealtime } from '../realtime/rig.js'

const stops: Array<() => unknown> = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const stop of stops.splice(0).toReversed()) await stop()
})

async function start(limits: Partial<Limits> = {}) {
  const rig = await startRealtime({ limits: { drain_ms: 500, ...limits } })
  stops.push(rig.stop)
  return { ...rig, dial: (as: { token?: string } = {}) => new RawClient(rig.url, as).opened() }
}

/** The length of the longest text parsed during `work`. */
async function longestParsed(work: () => Promise<unknown>) {
  const parse = vi.spyOn(JSON, 'parse')
  await work()
  return Math.max(0, ...parse.mock.calls.map(([text]) => text.length))
}

test('a visitor may send large frames only to topics that take long messages', async () => {
  const { dial } = await start()
  const [stranger, visitor, agent] = [await dial(), await dial(), await dial({ token: 'ada' })]
  const body = 'x'.repeat(100_000)
  await visitor.join('conversation:1')
  expect((await visitor.ask('conversation:1', 'shout', { body: '語'.repeat(100_000) })).status).toBe('ok')
  await agent.join('room:acme')
  expect((await agent.ask('room:acme', 'shout', { body })).status).toBe('ok')

  await stranger.join('conversation:lobby')
  stranger.send('conversation:lobby', 'ping', { body })
  expect(await stranger.closeCode()).toBe(1009)
})

test('a frame with too many values or levels is refused without being parsed', async () => {
  const { dial } = await start()
  const client = await dial()
  await client.join('conversation:1')
  const many = `[${'1,'.repeat(100_000)}1]`
  const deep = '['.repeat(50_000) + ']'.repeat(50_000)

  const parsed = await longestParsed(async () => {
    for (const [ref, value] of Object.entries({ many, deep })) {
      client.socket.send(`["j","${ref}","conversation:1","shout",{"body":${value}}]`)
      expect(await client.reply(ref)).toEqual({ status: 'error', response: { reason: 'Frame too complex' } })
    }
  })
  expect(parsed).toBeLessThan(1_024)
})

test('a client over its frame limit gets a reply without parsing', async () => {
  const { dial } = await start({ frames: { per_second: 0.001, burst: 1 } })
  const client = await dial()
  await client.join('conversation:1')
  const parsed = await longestParsed(async () => {
    const answer = await client.ask('conversation:1', 'shout', { body: 'x'.repeat(50_000) })
    expect(answer).toEqual({ status: 'error', response: { reason: 'Too many messages' } })
  })
  expect(parsed).toBeLessThan(1_024)
})

test.each([
  ['a socket', { bytes: { per_second: 100_000, burst: 100_000 } }],
  ['an IP', { bytes_per_ip: { per_second: 100_000, burst: 100_000 } }],
])('%s that sends too many bytes is read more slowly, and loses nothing', async (_, limits) => {
  const { dial, server } = await start(limits)
  const paused: boolean[] = []
  server.on('connection', (socket) => socket.on('pause', () => paused.push(true)))
  const client = await dial()
  await client.join('conversation:1')
  const replies = Array.from({ length: 4 }, () => client.ask('conversation:1', 'shout', { body: 'x'.repeat(40_000) }))

  expect((await Promise.all(replies)).map(({ status }) => status)).toEqual(['ok', 'ok', 'ok', 'ok'])
  expect(paused.length).toBeGreaterThan(0)
})
