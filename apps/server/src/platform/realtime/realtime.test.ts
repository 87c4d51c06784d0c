import { expect, test } from 'vitest'
import { startRig } from '../../../test/realtime/start-rig.js'

test('broadcasts of one turn arrive in order and before a later reply, but not at clients that join later', async () => {
  const { dial, realtime } = await startRig()
  const topic = 'conversation:1'
  const members = [await dial(), await dial({ vsn: '1.0.0' })]
  for (const member of members) await member.join(topic)
  const late = await dial()
  const bodies = ['a', 'é', 'x'.repeat(200), 'y'.repeat(70_000)]
  for (const body of bodies) realtime.broadcast(topic, 'shout', { body })
  const [answer] = await Promise.all([members[0]?.ask(topic, 'ping', { n: 1 }), late.join(topic)])

  expect(answer).toMatchObject({ status: 'ok' })
  for (const member of members) await member.waitFor('shout', bodies.length)
  for (const member of members) expect(member.received('shout')).toEqual(bodies.map((body) => ({ body })))
  expect(await late.ask(topic, 'ping', {})).toMatchObject({ status: 'ok' })
  expect(late.received('shout')).toEqual([])
})

test('rejoining visitors are authorized again, also those whose join is under way', async () => {
  const { dial, realtime, refused, gate } = await startRig()
  const topic = 'conversation:1'
  const [inside, elsewhere, arriving] = [await dial(), await dial(), await dial()]
  await inside.join(topic)
  await elsewhere.join('conversation:2')
  let open = () => {}
  gate.wait = new Promise<void>((resolve) => (open = resolve))
  const entering = arriving.join(topic)
  await arriving.ask('phoenix', 'heartbeat')

  refused.add('1')
  realtime.rejoinVisitors({ visitors_of: 'globex' })
  expect((await inside.ask(topic, 'ping')).status).toBe('ok')
  realtime.rejoinVisitors({ visitors_of: 'acme' })
  open()
  expect(await entering).toEqual({ status: 'error', response: { reason: 'Unauthorized' } })
  await Promise.all([inside, elsewhere].map((visitor) => visitor.waitFor('phx_error')))
  realtime.broadcast(topic, 'shout', { body: 'secret' })
  expect(await inside.ask(topic, 'ping')).toMatchObject({ status: 'error', response: { reason: 'unmatched topic' } })
  expect(await inside.join(topic)).toMatchObject({ status: 'error' })
  expect(await elsewhere.join('conversation:2')).toMatchObject({ status: 'ok' })
  for (const visitor of [inside, arriving]) expect(visitor.received('shout')).toEqual([])
  expect(realtime.counts.topics).toBe(1)
})

test('a visitor whose customer was merged is asked to rejoin and stays a member meanwhile', async () => {
  const { dial, realtime } = await startRig()
  const visitor = await dial()
  await visitor.join('conversation:1', { customer_id: 'carla' })
  realtime.rejoinVisitors({ customer_id: 'somebody' })
  expect(visitor.received('phx_error')).toEqual([])
  realtime.rejoinVisitors({ customer_id: 'carla' })
  await visitor.waitFor('phx_error')
  expect((await visitor.ask('conversation:1', 'shout', { body: 'Still here' })).status).toBe('ok')
  expect(visitor.received('shout')).toEqual([{ body: 'Still here' }])
})

test('a large room receives everything once and in order, also pushes that waited and the last before closing', async () => {
  const { dial, realtime } = await startRig()
  const topic = 'conversation:1'
  const crowd = await Promise.all(Array.from({ length: 250 }, () => dial()))
  await Promise.all(crowd.map((member) => member.join(topic)))
  const bodies = ['a', 'b', 'c', 'd']
  for (const [index, body] of bodies.entries()) {
    realtime.broadcast(topic, 'shout', { body })
    if (index === 0) await crowd[0]?.waitFor('shout')
  }
  realtime.broadcast(topic, 'shout', { body: 'e' })
  await realtime.close()
  await Promise.all(crowd.map((member) => member.closeCode()))
  const expected = [...bodies, 'e'].map((body) => ({ body }))
  for (const member of crowd) expect(member.received('shout')).toEqual(expected)
})

test('presence sends the state after the reply, one diff per connection, and leaves nothing behind', async () => {
  const { dial, realtime } = await startRig()
  const [ada, visitor] = [await dial({ token: 'ada' }), await dial()]
  await ada.join('notification:acme')
  await visitor.join('room:acme')
  await visitor.waitFor('presence_state')
  expect(visitor.received('presence_state')).toEqual([
    { 'user:1': { metas: [expect.objectContaining({ user_id: 1 })] } },
  ])

  const tabs = [await dial(), await dial()]
  for (const tab of tabs) await tab.join('conversation:1', { customer_id: 'carla' })
  const events = tabs[1]?.frames.slice(0, 3).map((frame) => frame.event)
  expect(events).toEqual(['phx_reply', 'presence_state', 'presence_diff'])
  expect(tabs[1]?.received('presence_state')).toMatchObject([{ 'customer:carla': { metas: [{}, {}] } }])
  expect(await realtime.presence('notification:acme')).toMatchObject({
    'user:1': { metas: [{ user_id: 1 }] },
    'customer:carla': { metas: [{ customer_id: 'carla' }, { customer_id: 'carla' }] },
  })

  for (const tab of tabs) tab.socket.terminate()
  await ada.waitFor('presence_diff', 5)
  const leaves = ada.received('presence_diff').slice(3)
  expect(leaves).toMatchObject([
    { joins: {}, leaves: { 'customer:carla': { metas: [{ customer_id: 'carla' }] } } },
    { joins: {}, leaves: { 'customer:carla': { metas: [{ customer_id: 'carla' }] } } },
  ])
  ada.socket.terminate()
  await visitor.waitFor('presence_diff')
  expect(visitor.received('presence_diff')).toMatchObject([
    { joins: {}, leaves: { 'user:1': { metas: [{ user_id: 1 }] } } },
  ])
  expect(await realtime.presence('notification:acme')).toEqual({})
  visitor.socket.close()
  await visitor.closeCode()
  await expect.poll(() => realtime.counts).toMatchObject({ sockets: 0, topics: 0 })
})

test('broadcasts reach only members, in order, in both protocol versions', async () => {
  const { dial, realtime, logged } = await startRig()
  const clients = [await dial(), await dial({ vsn: '1.0.0' }), await dial()]
  await Promise.all(clients.slice(0, 2).map((client) => client.join('conversation:1')))
  await clients[2]?.join('conversation:2')
  const bodies = Array.from({ length: 200 }, (_, index) => ({ body: `${index} ${'ü'.repeat(index * 50)}` }))

  for (const body of bodies) realtime.broadcast('conversation:1', 'shout', body)
  realtime.broadcast('conversation:1', 'shout', { big: 1n })
  expect(await clients[0]?.waitFor('shout', 200)).toEqual(bodies)
  expect(await clients[1]?.waitFor('shout', 200)).toEqual(bodies)
  await clients[2]?.ask('phoenix', 'heartbeat')
  expect(clients[2]?.received('shout')).toEqual([])
  expect(logged).toEqual(['broadcast failed'])
})
