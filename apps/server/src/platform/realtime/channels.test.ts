import { Socket } from 'phoenix'
import { Type } from 'typebox'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { smallTopics } from '../../../test/realtime/rig.js'
import { startRig } from '../../../test/realtime/start-rig.js'
import { createRealtime } from './realtime.js'
import type { Topic } from './topic.js'

test('the Phoenix client joins, pushes, receives and leaves', async () => {
  const { url } = await startRig()
  const socket = new Socket(url, { transport: WebSocket as never, params: { token: 'ada' }, sessionStorage: {} })
  onTestFinished(() => new Promise<void>((resolve) => socket.disconnect(resolve)))
  socket.connect()
  const channel = socket.channel('notification:acme', {})
  const received: unknown[] = []
  channel.on('shout', (message) => void received.push(message))
  const state = new Promise((resolve) => channel.on('presence_state', resolve))

  const receive = (push: ReturnType<typeof channel.push>, status: 'ok' | 'error') =>
    new Promise((resolve) => push.receive(status, resolve))
  expect(await receive(channel.join(), 'ok')).toEqual({})
  expect(await state).toEqual({
    'user:1': { metas: [{ user_id: 1, online_at: expect.stringMatching(/^\d{10}$/), phx_ref: expect.any(String) }] },
  })
  expect(await receive(channel.push('shout', { body: 'hi', private: true }), 'ok')).toEqual({})
  expect(received).toEqual([{ body: 'hi' }])
  expect(await receive(channel.push('ping', { n: 1 }), 'ok')).toEqual({ n: 1 })
  expect(await receive(channel.push('shout', { body: '' }), 'error')).toMatchObject({
    errors: { body: expect.any(Array) },
  })
  expect(await receive(channel.leave(), 'ok')).toEqual({})
})

test('replies in both protocol versions have the expected frames', async () => {
  const { url } = await startRig()
  const talk = async (vsn: '1.0.0' | '2.0.0', frames: unknown[], count: number) => {
    const client = new WebSocket(`${url}/websocket?vsn=${vsn}`)
    onTestFinished(() => client.terminate())
    const received: string[] = []
    const all = new Promise<string[]>((resolve) =>
      client.on('message', (data: Buffer) => received.push(data.toString()) === count && resolve(received)),
    )
    client.on('open', () => frames.forEach((frame) => client.send(JSON.stringify(frame))))
    return (await all).map((text) => JSON.parse(text) as unknown)
  }
  const topic = 'conversation:1'

  const second = [
    [null, '1', 'phoenix', 'heartbeat', {}],
    ['3', '3', topic, 'phx_join', {}, 'extra'],
    ['3', '4', topic, 'shout', { body: 'a' }],
    ['3', 5, topic, 'phx_leave', {}],
    ['3', '6', topic, 'phx_leave', {}],
    ['3', '7', topic, 'shout', {}],
  ]
  expect(await talk('2.0.0', second, 8)).toEqual([
    [null, '1', 'phoenix', 'phx_reply', { status: 'ok', response: {} }],
    ['3', '3', topic, 'phx_reply', { status: 'ok', response: {} }],
    [null, null, topic, 'shout', { body: 'a' }],
    ['3', '4', topic, 'phx_reply', { status: 'ok', response: {} }],
    ['3', 5, topic, 'phx_reply', { status: 'ok', response: {} }],
    ['3', '3', topic, 'phx_close', {}],
    ['3', '6', topic, 'phx_reply', { status: 'ok', response: {} }],
    [null, '7', topic, 'phx_reply', { status: 'error', response: { reason: 'unmatched topic' } }],
  ])

  const first = [
    { topic, event: 'phx_join', payload: {}, ref: '1' },
    { topic, event: 'shout', payload: { body: 'a' }, ref: '2' },
    { topic, event: 'phx_leave', payload: {}, ref: '3' },
    { topic, event: 'shout', payload: {}, ref: '4' },
  ]
  expect(await talk('1.0.0', first, 6)).toEqual([
    { topic, event: 'phx_reply', ref: '1', payload: { status: 'ok', response: {} } },
    { topic, event: 'shout', ref: null, payload: { body: 'a' } },
    { topic, event: 'phx_reply', ref: '2', payload: { status: 'ok', response: {} } },
    { topic, event: 'phx_reply', ref: '3', payload: { status: 'ok', response: {} } },
    { topic, event: 'phx_close', ref: '1', payload: {} },
    { topic, event: 'phx_reply', ref: '4', payload: { status: 'error', response: { reason: 'unmatched topic' } } },
  ])
})

test('topics and events refuse callers outside their audience, and unknown names', async () => {
  const { dial, logged } = await startRig()
  const [ada, ben, visitor] = [await dial({ token: 'ada' }), await dial({ token: 'ben' }), await dial()]
  const refused = (reason: string) => ({ status: 'error', response: { reason } })

  expect(await visitor.join('notification:acme')).toEqual(refused('Unauthorized'))
  expect(await ada.join('notification:globex')).toEqual(refused('Unauthorized'))
  expect(await visitor.join('notification:acme:more')).toEqual(refused('unmatched topic'))
  expect(await visitor.join('notification:')).toEqual(refused('unmatched topic'))
  expect(await visitor.join('__proto__')).toEqual(refused('unmatched topic'))
  expect(await visitor.join('conversation:broken')).toEqual(refused('join crashed'))
  expect(await visitor.join('conversation:1', 'text')).toEqual(refused('The payload has to be an object'))
  expect(await visitor.ask('conversation:1', 'shout')).toEqual(refused('unmatched topic'))

  expect((await ada.join('notification:acme')).status).toBe('ok')
  expect((await ben.join('notification:acme')).status).toBe('ok')
  expect(await ada.ask('notification:acme', 'promote')).toEqual({ status: 'ok', response: { promoted: true } })
  expect(await ben.ask('notification:acme', 'promote')).toEqual(refused('Unauthorized'))
  for (const event of ['toString', '__proto__', 'constructor', 'hasOwnProperty', '']) {
    expect(await ben.ask('notification:acme', event)).toEqual(refused('unknown event'))
  }
  const no = { reason: 'No', errors: { body: ['is bad'] } }
  expect(await ben.ask('notification:acme', 'refuse')).toEqual({ status: 'error', response: no })
  expect(await ben.ask('notification:acme', 'fail')).toEqual(refused('Something went wrong'))
  expect((await ben.ask('notification:acme', 'shout', [])).status).toBe('error')
  expect((await ben.ask('notification:acme', 'shout', null)).status).toBe('error')
  expect(await ben.ask('notification:acme', 'ping', { still: 'here' })).toMatchObject({ response: { still: 'here' } })
  expect(logged).toEqual(['socket event failed', 'socket event failed'])
})

test('a literal topic name wins over a parameter', async () => {
  const { dial } = await startRig()
  const client = await dial()

  expect((await client.join('conversation:lobby')).status).toBe('ok')
  expect((await client.join('conversation:lobby:carla')).status).toBe('ok')
  expect(await client.ask('conversation:lobby', 'shout', { body: 'x' })).toMatchObject({
    response: { reason: 'unknown event' },
  })
  expect(await client.ask('conversation:lobby:carla', 'who')).toEqual({ status: 'ok', response: { id: 'carla' } })
})

test('a topic or an event without an audience stops the boot', () => {
  const boot = (topic: object) => () =>
    createRealtime({
      ...{ topics: [topic as Topic], platform: {} as never, log: { error() {}, warn() {} } },
      ...{ authenticate: async () => undefined, ipOf: () => '', siteOf: () => undefined },
    })
  const join = async () => ({ member: 1 })

  expect(boot({ name: 'a:{id}', join, events: {} })).toThrow('topic a:{id} does not say who may join it')
  const event = { input: Type.Object({}), run: async () => {} }
  expect(boot({ name: 'a', allow: 'public', join, events: { x: event } })).toThrow('event x of a does not say who')
  expect(boot({ name: 'a', allow: 'public', join, events: { x: { allow: 'public' } } })).toThrow('what it takes')
  const [topic] = smallTopics(() => Promise.reject(new Error()) as never).topics
  expect(() => createRealtime({ topics: [topic, topic] } as never)).toThrow('declared twice')
})

test('handles the frames of a topic in order: a shout ends before the leave after it', async () => {
  const { dial, gate, ran } = await startRig()
  const [carla, other] = [await dial(), await dial()]
  await other.join('conversation:1')
  let openGate = () => {}
  gate.wait = new Promise<void>((resolve) => (openGate = resolve))

  const join = carla.send('conversation:1', 'phx_join')
  const first = carla.send('conversation:1', 'shout', { body: '1' })
  carla.send('conversation:1', 'shout', { body: '2' })
  const leave = carla.send('conversation:1', 'phx_leave')
  const again = carla.send('conversation:1', 'phx_join')
  expect((await carla.ask('phoenix', 'heartbeat')).status).toBe('ok')
  expect(ran).toEqual([])
  openGate()
  await carla.reply(again)

  const replies = carla.frames.filter((frame) => frame.event === 'phx_reply').map((frame) => frame.ref)
  expect(replies.slice(1)).toEqual([join, first, '3', leave, again])
  expect(ran).toEqual(['start 1', 'end 1', 'start 2', 'end 2'])
  expect(carla.received('shout')).toEqual([{ body: '1' }, { body: '2' }])
  await other.waitFor('shout', 2)
})

test('handles frames that arrived before the client disconnected', async () => {
  const { dial, gate } = await startRig()
  const [carla, other] = [await dial(), await dial()]
  await other.join('conversation:1')
  let openGate = () => {}
  gate.wait = new Promise<void>((resolve) => (openGate = resolve))

  carla.send('conversation:1', 'phx_join', { customer_id: 'carla' })
  carla.send('conversation:1', 'shout', { body: 'bye' })
  await carla.ask('phoenix', 'heartbeat')
  carla.socket.close()
  await carla.closeCode()
  openGate()

  expect(await other.waitFor('shout')).toEqual([{ body: 'bye' }])
  expect(other.received('presence_diff')).toEqual([])
})

test('a second join replaces the first and its presence, without a close', async () => {
  const { dial, realtime } = await startRig()
  const [ada, carla] = [await dial({ token: 'ada' }), await dial()]
  await ada.join('notification:acme')
  await carla.join('conversation:1', { customer_id: 'carla' })
  await carla.join('conversation:1', { customer_id: 'carla' })
  await ada.waitFor('presence_diff', 4)

  const [, joined, left, rejoined] = ada.received<{ joins: object; leaves: object }>('presence_diff')
  expect(left).toEqual({ joins: {}, leaves: joined?.joins })
  expect(rejoined?.leaves).toEqual({})
  expect(carla.received('phx_close')).toEqual([])
  realtime.broadcast('conversation:1', 'shout', { body: 'once' })
  await carla.ask('phoenix', 'heartbeat')
  expect(carla.received('shout')).toEqual([{ body: 'once' }])
})
