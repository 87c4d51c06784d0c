import { request } from 'node:http'
import { connect } from 'node:net'
import { Socket } from 'phoenix'
import { Type } from 'typebox'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { RealtimeOptions } from './realtime.js'
import { RawClient, smallTopics, startRealtime } from '../../../test/realtime/rig.js'
import { createRealtime } from './realtime.js'
import type { Topic } from './topic.js'

const stops: Array<() => unknown> = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

async function start(options: Partial<RealtimeOptions> = {}) {
  const rig = await startRealtime({ ...options, limits: { drain_ms: 500, ...options.limits } })
  stops.push(rig.stop)
  return { ...rig, dial: (as: ConstructorParameters<typeof RawClient>[1] = {}) => new RawClient(rig.url, as).opened() }
}

function upgrade(port: number, path: string, { method = 'GET' } = {}) {
  return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const headers = {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Version': '13',
    }
    const asked = request({ port, path, method, headers, agent: false })
    asked.on('response', (response) => {
      let body = ''
      response.on('data', (chunk) => (body += chunk)).on('end', () => resolve({ status: response.statusCode, body }))
    })
    asked.on('upgrade', (response, socket) => {
      socket.destroy()
      resolve({ status: response.statusCode, body: '' })
    })
    asked.on('error', reject).end()
  })
}

test('the door: who is let in, and what the others are told', async () => {
  const { port } = await start()
  const status = async (path: string, options = {}) => (await upgrade(port, path, options)).status

  expect(await status('/socket/websocket?vsn=2.0.0')).toBe(101)
  expect(await status('/socket/websocket')).toBe(101)
  expect(await status('/socket/websocket/?vsn=2.0.0')).toBe(101)
  expect(await status('//socket///websocket?account_id=1&inbox_id=undefined&vsn=2.0.0')).toBe(101)
  expect(await status('/socket/websocket?token=ada&vsn=2.0.0')).toBe(101)
  expect(await upgrade(port, '/socket/websocket?token=stale&vsn=2.0.0')).toEqual({ status: 403, body: '' })
  expect(await status('/socket/websocket?token=')).toBe(403)
  expect(await status('/socket/websocket?token=null')).toBe(403)
  expect(await status('/socket/websocket?token[]=ada')).toBe(403)
  expect(await status('/socket/websocket?token=__proto__&token=toString')).toBe(403)
  expect(await status('/socket/websocket?vsn=3.0.0')).toBe(403)
  expect(await status('/socket/websocket', { method: 'POST' })).toBe(400)
  expect(await status('/socket/longpoll')).toBe(404)
  expect(await status('/socket/%')).toBe(404)
})

test('a sign-in that breaks or never ends is no way in', async () => {
  const { port, logged } = await start({
    limits: { authenticate_ms: 50 },
    authenticate: (token) => (token === 'slow' ? new Promise(() => {}) : Promise.reject(new Error('database'))),
  })

  expect((await upgrade(port, '/socket/websocket?token=slow')).status).toBe(503)
  expect((await upgrade(port, '/socket/websocket?token=x')).status).toBe(503)
  expect(logged).toEqual(['socket sign-in failed', 'socket sign-in failed'])
})

test('the Phoenix client joins, pushes, hears and leaves', async () => {
  const { url } = await start()
  const socket = new Socket(url, { transport: WebSocket as never, params: { token: 'ada' }, sessionStorage: {} })
  stops.push(() => new Promise<void>((resolve) => socket.disconnect(resolve)))
  socket.connect()
  const channel = socket.channel('notification:acme', {})
  const heard: unknown[] = []
  channel.on('shout', (message) => void heard.push(message))
  const state = new Promise((resolve) => channel.on('presence_state', resolve))

  const receive = (push: ReturnType<typeof channel.push>, status: 'ok' | 'error') =>
    new Promise((resolve) => push.receive(status, resolve))
  expect(await receive(channel.join(), 'ok')).toEqual({})
  expect(await state).toEqual({
    'user:1': { metas: [{ user_id: 1, online_at: expect.stringMatching(/^\d{10}$/), phx_ref: expect.any(String) }] },
  })
  expect(await receive(channel.push('shout', { body: 'hi', private: true }), 'ok')).toEqual({})
  expect(heard).toEqual([{ body: 'hi' }])
  expect(await receive(channel.push('ping', { n: 1 }), 'ok')).toEqual({ n: 1 })
  expect(await receive(channel.push('shout', { body: '' }), 'error')).toMatchObject({
    errors: { body: expect.any(Array) },
  })
  expect(await receive(channel.leave(), 'ok')).toEqual({})
})

test('frames of both dialects, byte for byte', async () => {
  const { url } = await start()
  const talk = async (vsn: '1.0.0' | '2.0.0', frames: unknown[], count: number) => {
    const client = new WebSocket(`${url}/websocket?vsn=${vsn}`)
    stops.push(() => client.terminate())
    const heard: string[] = []
    const all = new Promise<string[]>((resolve) =>
      client.on('message', (data: Buffer) => heard.push(data.toString()) === count && resolve(heard)),
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

test('audiences: topics and events say who, and names never lead anywhere else', async () => {
  const { dial, logged } = await start()
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

test('what is spelled out beats what is a parameter', async () => {
  const { dial } = await start()
  const client = await dial()

  expect((await client.join('conversation:lobby')).status).toBe('ok')
  expect((await client.join('conversation:lobby:carla')).status).toBe('ok')
  expect(await client.ask('conversation:lobby', 'shout', { body: 'x' })).toMatchObject({
    response: { reason: 'unknown event' },
  })
  expect(await client.ask('conversation:lobby:carla', 'who')).toEqual({ status: 'ok', response: { id: 'carla' } })
})

test('a topic or an event that names no audience stops the boot', () => {
  const boot = (topic: object) => () =>
    createRealtime({
      ...{ topics: [topic as Topic], platform: {} as never, log: { error() {}, warn() {} } },
      ...{ authenticate: async () => undefined, addressOf: () => '', siteOf: () => undefined },
    })
  const join = async () => ({ member: 1 })

  expect(boot({ name: 'a:{id}', join, events: {} })).toThrow('topic a:{id} does not say who may join it')
  const event = { input: Type.Object({}), run: async () => {} }
  expect(boot({ name: 'a', allow: 'public', join, events: { x: event } })).toThrow('event x of a does not say who')
  expect(boot({ name: 'a', allow: 'public', join, events: { x: { allow: 'public' } } })).toThrow('what it takes')
  const [topic] = smallTopics(() => Promise.reject(new Error()) as never).topics
  expect(() => createRealtime({ topics: [topic, topic] } as never)).toThrow('declared twice')
})

test('frames of one topic are handled in order: a shout is finished before the leave behind it', async () => {
  const { dial, gate, ran } = await start()
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
  expect(carla.heard('shout')).toEqual([{ body: '1' }, { body: '2' }])
  await other.hears('shout', 2)
})

test('what was sent is carried out although the sender hung up', async () => {
  const { dial, gate } = await start()
  const [carla, other] = [await dial(), await dial()]
  await other.join('conversation:1')
  let openGate = () => {}
  gate.wait = new Promise<void>((resolve) => (openGate = resolve))

  carla.send('conversation:1', 'phx_join', { customer_id: 'carla' })
  carla.send('conversation:1', 'shout', { body: 'bye' })
  await carla.ask('phoenix', 'heartbeat')
  carla.socket.close()
  await carla.hungUp()
  openGate()

  expect(await other.hears('shout')).toEqual([{ body: 'bye' }])
  expect(other.heard('presence_diff')).toEqual([])
})

test('joining again replaces silently, and its presence changes hands', async () => {
  const { dial, realtime } = await start()
  const [ada, carla] = [await dial({ token: 'ada' }), await dial()]
  await ada.join('notification:acme')
  await carla.join('conversation:1', { customer_id: 'carla' })
  await carla.join('conversation:1', { customer_id: 'carla' })
  await ada.hears('presence_diff', 4)

  const [, joined, left, rejoined] = ada.heard<{ joins: object; leaves: object }>('presence_diff')
  expect(left).toEqual({ joins: {}, leaves: joined?.joins })
  expect(rejoined?.leaves).toEqual({})
  expect(carla.heard('phx_close')).toEqual([])
  realtime.broadcast('conversation:1', 'shout', { body: 'once' })
  await carla.ask('phoenix', 'heartbeat')
  expect(carla.heard('shout')).toEqual([{ body: 'once' }])
})

test('what is said at once arrives whole, in order and before any later answer; not to who came after', async () => {
  const { dial, realtime } = await start()
  const topic = 'conversation:1'
  const members = [await dial(), await dial({ vsn: '1.0.0' })]
  for (const member of members) await member.join(topic)
  const late = await dial()
  const bodies = ['a', 'é', 'x'.repeat(200), 'y'.repeat(70_000)]
  for (const body of bodies) realtime.broadcast(topic, 'shout', { body })
  const [answer] = await Promise.all([members[0]?.ask(topic, 'ping', { n: 1 }), late.join(topic)])

  expect(answer).toMatchObject({ status: 'ok' })
  for (const member of members) await member.hears('shout', bodies.length)
  for (const member of members) expect(member.heard('shout')).toEqual(bodies.map((body) => ({ body })))
  expect(await late.ask(topic, 'ping', {})).toMatchObject({ status: 'ok' })
  expect(late.heard('shout')).toEqual([])
})

test('visitors are judged anew: who may no longer be there hears nothing more, also who was on the way in', async () => {
  const { dial, realtime, refused, gate } = await start()
  const topic = 'conversation:1'
  const [inside, elsewhere, arriving] = [await dial(), await dial(), await dial()]
  await inside.join(topic)
  await elsewhere.join('conversation:2')
  let open = () => {}
  gate.wait = new Promise<void>((resolve) => (open = resolve))
  const entering = arriving.join(topic)
  await arriving.ask('phoenix', 'heartbeat')

  refused.add('1')
  realtime.readmit({ visitors_of: 'globex' })
  expect((await inside.ask(topic, 'ping')).status).toBe('ok')
  realtime.readmit({ visitors_of: 'acme' })
  open()
  expect(await entering).toEqual({ status: 'error', response: { reason: 'Unauthorized' } })
  await Promise.all([inside, elsewhere].map((visitor) => visitor.hears('phx_error')))
  realtime.broadcast(topic, 'shout', { body: 'secret' })
  expect(await inside.ask(topic, 'ping')).toMatchObject({ status: 'error', response: { reason: 'unmatched topic' } })
  expect(await inside.join(topic)).toMatchObject({ status: 'error' })
  expect(await elsewhere.join('conversation:2')).toMatchObject({ status: 'ok' })
  for (const visitor of [inside, arriving]) expect(visitor.heard('shout')).toEqual([])
  expect(realtime.counts.topics).toBe(1)
})

test('who has become another customer joins again, and goes on meanwhile', async () => {
  const { dial, realtime } = await start()
  const visitor = await dial()
  await visitor.join('conversation:1', { customer_id: 'carla' })
  realtime.readmit({ customer_id: 'somebody' })
  expect(visitor.heard('phx_error')).toEqual([])
  realtime.readmit({ customer_id: 'carla' })
  await visitor.hears('phx_error')
  expect((await visitor.ask('conversation:1', 'shout', { body: 'Still here' })).status).toBe('ok')
  expect(visitor.heard('shout')).toEqual([{ body: 'Still here' }])
})

test('a crowd hears everything once and in order, also what was said while it rested and at the very end', async () => {
  const { dial, realtime } = await start()
  const topic = 'conversation:1'
  const crowd = await Promise.all(Array.from({ length: 250 }, () => dial()))
  await Promise.all(crowd.map((member) => member.join(topic)))
  const bodies = ['a', 'b', 'c', 'd']
  for (const [said, body] of bodies.entries()) {
    realtime.broadcast(topic, 'shout', { body })
    if (said === 0) await crowd[0]?.hears('shout')
  }
  realtime.broadcast(topic, 'shout', { body: 'e' })
  await realtime.close()
  await Promise.all(crowd.map((member) => member.hungUp()))
  const expected = [...bodies, 'e'].map((body) => ({ body }))
  for (const member of crowd) expect(member.heard('shout')).toEqual(expected)
})

test('presence: state after the reply, one diff for each connection, nothing left behind', async () => {
  const { dial, realtime } = await start()
  const [ada, visitor] = [await dial({ token: 'ada' }), await dial()]
  await ada.join('notification:acme')
  await visitor.join('room:acme')
  await visitor.hears('presence_state')
  expect(visitor.heard('presence_state')).toEqual([{ 'user:1': { metas: [expect.objectContaining({ user_id: 1 })] } }])

  const tabs = [await dial(), await dial()]
  for (const tab of tabs) await tab.join('conversation:1', { customer_id: 'carla' })
  const events = tabs[1]?.frames.slice(0, 3).map((frame) => frame.event)
  expect(events).toEqual(['phx_reply', 'presence_state', 'presence_diff'])
  expect(tabs[1]?.heard('presence_state')).toMatchObject([{ 'customer:carla': { metas: [{}, {}] } }])
  expect(await realtime.presence('notification:acme')).toMatchObject({
    'user:1': { metas: [{ user_id: 1 }] },
    'customer:carla': { metas: [{ customer_id: 'carla' }, { customer_id: 'carla' }] },
  })

  for (const tab of tabs) tab.socket.terminate()
  await ada.hears('presence_diff', 5)
  const leaves = ada.heard('presence_diff').slice(3)
  expect(leaves).toMatchObject([
    { joins: {}, leaves: { 'customer:carla': { metas: [{ customer_id: 'carla' }] } } },
    { joins: {}, leaves: { 'customer:carla': { metas: [{ customer_id: 'carla' }] } } },
  ])
  ada.socket.terminate()
  await visitor.hears('presence_diff')
  expect(visitor.heard('presence_diff')).toMatchObject([
    { joins: {}, leaves: { 'user:1': { metas: [{ user_id: 1 }] } } },
  ])
  expect(await realtime.presence('notification:acme')).toEqual({})
  visitor.socket.close()
  await visitor.hungUp()
  await expect.poll(() => realtime.counts).toMatchObject({ sockets: 0, topics: 0 })
})

test('broadcasts reach every member and nobody else, in order, in both dialects', async () => {
  const { dial, realtime, logged } = await start()
  const clients = [await dial(), await dial({ vsn: '1.0.0' }), await dial()]
  await Promise.all(clients.slice(0, 2).map((client) => client.join('conversation:1')))
  await clients[2]?.join('conversation:2')
  const bodies = Array.from({ length: 200 }, (_, index) => ({ body: `${index} ${'ü'.repeat(index * 50)}` }))

  for (const body of bodies) realtime.broadcast('conversation:1', 'shout', body)
  realtime.broadcast('conversation:1', 'shout', { big: 1n })
  expect(await clients[0]?.hears('shout', 200)).toEqual(bodies)
  expect(await clients[1]?.hears('shout', 200)).toEqual(bodies)
  await clients[2]?.ask('phoenix', 'heartbeat')
  expect(clients[2]?.heard('shout')).toEqual([])
  expect(logged).toEqual(['broadcast failed'])
})

test('signed out: the sockets of that session close at once, and are deaf from then on', async () => {
  const { dial, realtime, ran } = await start()
  const [ada, ben, visitor] = [await dial({ token: 'ada' }), await dial({ token: 'ben' }), await dial()]
  for (const agent of [ada, ben]) await agent.join('notification:acme')
  await visitor.join('room:acme')

  realtime.disconnect({ session_id: 'a' })
  realtime.broadcast('notification:acme', 'shout', { body: 'secret' })
  ada.send('notification:acme', 'shout', { body: 'still me?' })
  expect(await ada.hungUp()).toBe(4401)
  await ben.hears('shout')
  expect(ada.heard('shout')).toEqual([])
  expect(ran).toEqual([])

  realtime.disconnect({ user_id: 2 })
  await ben.hungUp()
  expect((await visitor.ask('phoenix', 'heartbeat')).status).toBe('ok')
})

test('closing tells everybody to come back, and finishes what is under way', async () => {
  const { dial, gate, realtime, ran, port } = await start()
  const client = await dial()
  await client.join('conversation:1')
  let openGate = () => {}
  gate.wait = new Promise<void>((resolve) => (openGate = resolve))
  client.send('conversation:1', 'shout', { body: 'last words' })
  await client.ask('phoenix', 'heartbeat')

  const closing = realtime.close()
  expect(await client.hungUp()).toBe(1012)
  expect((await upgrade(port, '/socket/websocket')).status).toBe(503)
  openGate()
  await closing
  expect(ran).toEqual(['start last words', 'end last words'])
})

test('closing does not wait for somebody who never hangs up', async () => {
  const { port, realtime } = await start({ limits: { drain_ms: 50 } })
  const raw = connect(port, '127.0.0.1')
  raw.write('GET /socket/websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n')
  raw.write('Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n')
  await new Promise((resolve) => raw.once('data', resolve))
  const gone = new Promise((resolve) => raw.once('close', resolve))

  await realtime.close()
  await gone
})
