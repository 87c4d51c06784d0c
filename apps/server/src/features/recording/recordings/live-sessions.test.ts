import type { PresenceState } from '@papercups/contract'
import { expect, test, vi } from 'vitest'
import { newSession, pack, record, snapshot, watch } from '../../../../test/recorders.js'
import { story, Visitor } from '../../../../test/story.js'

/** The active flag of each session that an agent sees as present. */
function follow(state: PresenceState) {
  return Object.fromEntries(Object.entries(state).map(([key, { metas }]) => [key, metas.map(({ active }) => active)]))
}

test('agents see which sessions are connected and visible', async () => {
  const { ada, grace, carla, acme, server } = await story()
  const id = await newSession(carla)
  const all = await ada.join(`events:admin:${acme.id}:all`)
  const diffs: Array<[PresenceState, PresenceState]> = []
  all.on('presence_diff', ({ joins, leaves }) => diffs.push([joins, leaves]))
  await expect(grace.join(`events:admin:${acme.id}:all`)).rejects.toThrow('unauthorized')
  await expect(carla.join(`events:admin:${acme.id}:all`)).rejects.toThrow('Unauthorized')

  const recorder = await record(carla, id)
  await recorder.push('session:inactive', { ts: Date.now() })
  await all.push('ping', {})
  const key = `session:${id}`
  expect(diffs.map((both) => both.map(follow))).toEqual([
    [{ [key]: [true] }, {}],
    [{ [key]: [false] }, { [key]: [true] }],
  ])
  const [before, now] = [diffs[0]?.[0][key]?.metas[0], diffs[1]?.[0][key]?.metas[0]]
  expect(before).toMatchObject({ account_id: acme.id, session_id: id, online_at: expect.stringMatching(/^\d+$/) })
  expect(now).toMatchObject({ phx_ref_prev: before?.phx_ref, ts: expect.stringMatching(/Z$/) })
  expect(follow(await server.platform.realtime.presence(`events:admin:${acme.id}:all`))).toEqual({ [key]: [false] })
  carla.line.close()
  await expect.poll(() => server.platform.realtime.presence(`events:admin:${acme.id}:all`)).toEqual({})
})

test('a recorder learns who watches, also when it comes later', async () => {
  const { ada, carla, acme } = await story()
  const id = await newSession(carla)
  const states: PresenceState[] = []
  await watch(ada, id)
  const recorder = carla.line.topic(`events:${acme.id}:${id}`, { customerId: carla.customer_id })
  recorder.on('presence_state', (state) => states.push(state))
  recorder.join()
  await expect
    .poll(() => states)
    .toMatchObject([{ [`session:${id}`]: { metas: [{ admin: true, session_id: id, account_id: acme.id }] } }])
})

test('events of recorders reach those who watch, old and new', async () => {
  const { ada, ben, carla, acme } = await story()
  const id = await newSession(carla)
  const recorder = await record(carla, id)
  const now = Date.now()
  let node: object = { type: 3, textContent: 'Deep\0' }
  for (let depth = 0; depth < 80; depth += 1) node = { type: 2, tagName: 'div', attributes: {}, childNodes: [node] }
  // Nobody watches yet.
  await recorder.push('replay:event:emitted', { event: snapshot(now), customer_id: carla.customer_id })

  const ours = await watch(ada, id)
  const theirs: unknown[] = []
  const old = await ben.join(`events:admin:${acme.id}:${id}`)
  old.on('replay:event:emitted', (received) => theirs.push(received))
  const { customer_id } = carla
  const page = snapshot(now + 1, node)
  await recorder.push('replay:event:emitted', { event: page, customer_id: 'another' })
  const packed = pack([snapshot(now + 2), { type: 3, timestamp: now + 3, data: {} }, 'no event'])
  expect(await recorder.push('replay:events', { page: 'p', seq: 0, events: packed })).toEqual({ seq: 0 })
  expect(await recorder.push('replay:events', { page: 'p', seq: 1, events: [snapshot(now + 4)] })).toEqual({ seq: 1 })
  await Promise.all([ours.hearOut(), old.push('ping', {})])
  expect(ours.received).toEqual([[page], packed, [snapshot(now + 4)]])
  expect(theirs).toEqual([
    { event: page, customer_id },
    { event: snapshot(now + 2), customer_id },
    { event: { type: 3, timestamp: now + 3, data: {} }, customer_id },
    { event: snapshot(now + 4), customer_id },
  ])
})

test('strangers and other accounts neither record nor watch', async () => {
  const { ada, grace, carla, acme, globex } = await story()
  const id = await newSession(carla)
  const refused = [
    [carla, `events:${acme.id}:${crypto.randomUUID()}`],
    [carla, `events:${globex.id}:${id}`],
    [carla, `events:${acme.id.toUpperCase()}:${id}`],
    [carla, `events:${acme.id}:x`],
    [grace, `events:admin:${acme.id}:${id}:batches`],
    [grace, `events:admin:${globex.id}:${id}:batches`],
    [grace, `events:admin:${acme.id}:${id}`],
    [ada, `events:admin:${acme.id}:${crypto.randomUUID()}`],
  ] as const
  for (const [who, topic] of refused) await expect(who.join(topic)).rejects.toThrow('unauthorized')
  await expect(carla.join(`events:admin:${acme.id}:${id}`)).rejects.toThrow('Unauthorized')
})

test('refuses events that are none, and keeps the recorder connected', async () => {
  const { ada, carla } = await story()
  const id = await newSession(carla)
  const recorder = await record(carla, id)
  const watching = await watch(ada, id)
  for (const event of [null, 'x', [], { type: 'x' }, { type: 3, timestamp: 'now', data: {} }, { type: 3 }])
    await expect(recorder.push('replay:event:emitted', { event })).rejects.toThrow('invalid')
  for (const batch of [{}, { page: 'p', seq: -1, events: [] }, { page: '', seq: 0, events: [] }, { page: 'p', seq: 0 }])
    await expect(recorder.push('replay:events', batch)).rejects.toThrow()
  await expect(recorder.push('pointer:show', {})).rejects.toThrow('unknown event')
  await watching.hearOut()
  expect(watching.received).toEqual([])
  await recorder.push('replay:event:emitted', { event: snapshot(Date.now()) })
  await watching.hearOut()
  expect(watching.received).toHaveLength(1)
})

test('a batch of 20 MB ends only the connection that sent it, and the recorder goes on', async () => {
  const { ada, carla, server } = await story()
  const { account_id, customer_id } = carla
  // The recorder has a connection of its own beside the chat.
  const page = Object.assign(new Visitor(server.url), { account_id, customer_id })
  const id = await newSession(page)
  const recorder = await record(page, id)
  const watching = await watch(ada, id)
  const states: string[] = []
  page.line.watch(() => states.push(page.line.state()))
  const send = (seq: number, events: unknown) => recorder.push('replay:events', { page: 'p', seq, events })

  await expect(send(0, 'x'.repeat(20 * 1024 * 1024))).rejects.toThrow('timeout')
  const now = Date.now()
  await vi.waitFor(() => send(1, [snapshot(now)]), { timeout: 30_000, interval: 100 })
  expect(states).toEqual(['reconnecting', 'online'])
  await watching.hearOut()
  expect(watching.received).toEqual([[snapshot(now)]])
  expect(await ada.data('GET', `/api/browser_sessions/${id}/recording`)).toMatchObject({ first_at: now, last_at: now })
  await carla.says('My chat works')
  await ada.hearOut()
  expect(ada.heard.map(({ body }) => body)).toEqual(['My chat works'])
})

test('values of password and hidden fields of old recorders are not relayed', async () => {
  const { ada, carla } = await story()
  const id = await newSession(carla)
  const recorder = await record(carla, id)
  const watching = await watch(ada, id)
  const input = (nodeId: number, type: string) => ({
    ...{ type: 2, id: nodeId, tagName: 'input', childNodes: [] },
    attributes: { type, name: 'field', value: `secret-${nodeId}` },
  })
  const form = {
    type: 2,
    id: 1,
    tagName: 'form',
    childNodes: [input(2, 'password'), input(3, 'HIDDEN'), input(4, 'text')],
  }
  const mutation = { source: 0, adds: [{ parentId: 1, node: input(5, 'password') }] }
  const changed = {
    source: 0,
    attributes: [2, 4, 5].map((node) => ({ id: node, attributes: { value: `secret-${node}` } })),
  }
  const typed = [3, 4].map((node) => ({ source: 5, id: node, text: `secret-${node}`, isChecked: false }))
  const events = [
    snapshot(Date.now(), form),
    ...[mutation, changed, ...typed].map((data) => ({ type: 3, timestamp: 1, data })),
  ]
  for (const event of events) await recorder.push('replay:event:emitted', { event })
  await watching.hearOut()
  const words = JSON.stringify(watching.received).match(/secret-\d/g)
  expect(words).toEqual(['secret-4', 'secret-4', 'secret-4'])
})

test('an agent points only after the visitor agreed', async () => {
  const { ada, carla } = await story()
  const id = await newSession(carla)
  const recorder = await record(carla, id)
  const shown: unknown[] = []
  for (const event of ['pointer:ask', 'pointer:show', 'pointer:hide'] as const)
    recorder.on(event, (payload) => shown.push([event, payload]))
  const watching = await watch(ada, id)
  const answers: boolean[] = []
  watching.on('pointer:answer', ({ agreed }) => answers.push(agreed))
  const show = () => watching.push('pointer:show', { id: 7, x: 0.5, y: 1 })

  await watching.push('pointer:ask', {})
  await expect(show()).rejects.toThrow('The visitor has not agreed')
  await recorder.push('pointer:answer', { agreed: true })
  await show()
  await watching.push('pointer:hide', {})
  await recorder.push('pointer:answer', { agreed: false })
  await expect(show()).rejects.toThrow('The visitor has not agreed')
  await expect(watching.push('pointer:show', { id: 7, x: 2, y: 0 })).rejects.toThrow()
  await Promise.all([recorder.push('ping', {}), watching.hearOut()])
  expect(answers).toEqual([true, false])
  const name = 'The support team'
  expect(shown).toEqual([
    ['pointer:ask', { name }],
    ['pointer:show', { id: 7, x: 0.5, y: 1, name }],
    ['pointer:hide', { name }],
  ])
})
