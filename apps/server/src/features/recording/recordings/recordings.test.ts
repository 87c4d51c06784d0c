import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { custom, newSession, pack, record, snapshot, watch } from '../../../../test/recorders.js'
import { chunksOf, packAll, storedFiles } from '../../../../test/stored-recordings.js'
import { story } from '../../../../test/story.js'
import { databaseOf } from '../../../platform/database/of.js'
import { removeOld } from './trim-recordings.js'

const NOW = Date.UTC(2024, 2, 9, 14)

test('stores batches once, packs them into a file, and reads them in order', async () => {
  const tale = await story()
  const { ada, ben, grace, carla } = tale
  const id = await newSession(carla)
  const recorder = await record(carla, id)
  const path = `/api/browser_sessions/${id}/recording`
  expect((await ada.get(path)).status).toBe(404)

  const events = [
    snapshot(NOW),
    custom(NOW + 1_000, 'page', { url: 'https://acme.test/pricing?a=1', title: 'Pricing' }),
  ]
  const first = { page: 'p', seq: 0, events: pack(events) }
  const more = [custom(NOW + 5_000, 'rage_click', { text: 'Buy' })]
  const odd = custom(NOW + 9_000, 'click', { text: 'Bu\0y\ud800' })
  const described = { first_at: NOW + 5_000, last_at: NOW + 6_000, snapshot: false }
  const marks = [{ at: NOW + 5_000, kind: 'rage_click', text: 'Buy' }]
  await recorder.push('replay:events', { page: 'p', seq: 1, events: pack(more), ...described, marks })
  for (let time = 0; time < 2; time += 1) await recorder.push('replay:events', first)
  // The rest of the page comes as a beacon.
  const plain = [{ type: 3, timestamp: NOW + 9_000, data: {} }, odd]
  const beacon = { page: 'p', seq: 2, events: plain }
  for (const type of ['text/plain', 'application/json', 'text/plain;charset=UTF-8']) {
    const sent = await carla.post(`/api/browser_sessions/${id}/events`, JSON.stringify(beacon), {
      'content-type': type,
    })
    expect(sent.status).toBe(204)
  }

  const read = async () => {
    const recording = await ben.data('GET', path)
    const answers = recording.chunks.map((chunk: { id: string }) => ben.get(`${path}/chunks/${chunk.id}`))
    return { recording, events: (await Promise.all(answers)).flatMap(({ body }) => body) }
  }
  const before = await read()
  expect(before.events).toEqual([...events, ...more, ...plain])
  expect(before.recording).toMatchObject({ session_id: id, first_at: NOW, last_at: NOW + 9_000, truncated: false })
  expect(before.recording.chunks).toMatchObject([{ first_at: NOW, last_at: NOW + 9_000, has_snapshot: true }])
  expect(before.recording.marks).toEqual([
    { at: NOW + 1_000, kind: 'page', text: 'https://acme.test/pricing?a=1' },
    { at: NOW + 5_000, kind: 'rage_click', text: 'Buy' },
    { at: NOW + 9_000, kind: 'click', text: 'Buy\ufffd' },
  ])

  await packAll(tale)
  const [row] = await chunksOf(tale)
  expect(row?.stored_at).not.toBeNull()
  expect(await storedFiles(tale, [row?.file_key ?? null])).toHaveLength(1)
  expect(await read()).toEqual(before)
  // A batch that is sent again after that is not stored again. A new one begins a chunk.
  await recorder.push('replay:events', first)
  await recorder.push('replay:events', { ...first, page: 'q' })
  expect((await read()).recording.chunks).toHaveLength(2)

  const listed = await ada.data('GET', '/api/browser_sessions')
  expect(listed).toMatchObject([{ id, recorded: true, last_event_at: '2024-03-09T14:00:09Z', duration_ms: 9_000 }])
  const chunk = `${path}/chunks/${row?.id}`
  for (const foreign of [path, chunk]) expect((await grace.get(foreign)).status).toBe(404)
  const other = await newSession(carla)
  expect((await ada.get(`/api/browser_sessions/${other}/recording/chunks/${row?.id}`)).status).toBe(404)
})

test('refuses what is no batch, and stores nothing of it', async () => {
  const tale = await story()
  const { carla, globex, server, acme } = tale
  const id = await newSession(carla)
  const recorder = await record(carla, id)
  const described = { page: 'p', first_at: NOW, last_at: NOW, seq: 0 }
  const push = (batch: object) => recorder.push('replay:events', { ...described, ...batch })
  const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024))
  const lying = Buffer.from(bomb)
  lying.writeUInt32LE(1_000, lying.length - 4)
  await expect(push({ events: bomb.toString('base64') })).rejects.toThrow('too_large')
  for (const events of ['', 'x', 'H4sI', Buffer.alloc(100).toString('base64'), []])
    await expect(push({ events })).rejects.toThrow('invalid')
  await expect(push({ events: pack([snapshot(NOW)]), last_at: NOW - 1 })).rejects.toThrow('invalid')
  const undescribed = { page: 'p', seq: 1 }
  for (const events of [lying.toString('base64'), pack({}), pack(['x', { type: 2 }]), pack([snapshot(1)])])
    await expect(recorder.push('replay:events', { ...undescribed, events })).rejects.toThrow('invalid')
  expect(await chunksOf(tale)).toEqual([])

  // A recorder that lies about its batch harms nobody: it is left out when somebody reads it.
  await push({ events: lying.toString('base64'), seq: 5 })
  await push({ events: pack([snapshot(NOW), 'x']), seq: 6 })
  const [row] = await chunksOf(tale)
  const events = await tale.ada.get(`/api/browser_sessions/${id}/recording/chunks/${row?.id}`)
  expect(events.body).toEqual([snapshot(NOW)])

  const batch = { ...described, seq: 9, events: pack([snapshot(NOW)]) }
  const unknown = await carla.post(`/api/browser_sessions/${crypto.randomUUID()}/events`, batch)
  expect(unknown.status).toBe(404)
  const large = { ...batch, events: 'x'.repeat(200_000) }
  expect((await carla.post(`/api/browser_sessions/${id}/events`, large)).status).toBe(413)
  // Last, because the server reads on slowly afterwards.
  await expect(push({ events: 'x'.repeat(8 * 1024 * 1024 + 1) })).rejects.toThrow('too_large')
  expect(await chunksOf({ server, acme: globex })).toEqual([])
  expect(await chunksOf({ server, acme })).toHaveLength(1)
})

test('reads the largest page that a recorder sends', async () => {
  const { ada, carla } = await story()
  const id = await newSession(carla)
  const recorder = await record(carla, id)
  const words = { type: 3, textContent: 'Some words', id: 1 }
  const paragraph = {
    type: 2,
    tagName: 'p',
    attributes: { class: 'a', id: 'b', style: 'c' },
    childNodes: [words],
    id: 2,
  }
  const page = snapshot(NOW, { type: 0, childNodes: Array.from({ length: 30_000 }, () => paragraph), id: 0 })
  const described = { first_at: NOW, last_at: NOW, snapshot: true }
  await recorder.push('replay:events', { page: 'p', seq: 0, events: pack([page]), ...described })
  const path = `/api/browser_sessions/${id}/recording`
  const { chunks } = await ada.data('GET', path)
  expect((await ada.get(`${path}/chunks/${chunks[0].id}`)).body).toEqual([page])
})

test('takes nothing after the end of a session, and nothing that its account does not store', async () => {
  const tale = await story()
  const { ada, carla, server } = tale
  const id = await newSession(carla)
  const recorder = await record(carla, id)
  const watching = await watch(ada, id)
  const send = (seq: number) => recorder.push('replay:events', { page: 'p', seq, events: [snapshot(NOW + seq)] })
  await send(0)
  await carla.post(`/api/browser_sessions/${id}/finish`)
  // Beacons of the page that was left arrive in any order.
  await send(1)
  const { db } = databaseOf(server.platform)
  const ended = db.updateTable('browser_sessions').set({ finished_at: new Date(Date.now() - 60_000) })
  await ended.where('id', '=', id).execute()
  await expect(send(2)).rejects.toThrow('finished')
  await carla.post(`/api/browser_sessions/${id}/restart`)
  await send(3)
  await ada.data('PUT', '/api/account/recording_settings', { store: false })
  await send(4)
  await watching.hearOut()
  expect(watching.received).toEqual([0, 1, 3, 4].map((seq) => [snapshot(NOW + seq)]))
  const recording = await ada.data('GET', `/api/browser_sessions/${id}/recording`)
  expect(recording.last_at).toBe(NOW + 3)
  expect((await ada.delete(`/api/browser_sessions/${id}`)).status).toBe(204)
  await expect(send(5)).rejects.toThrow('finished')
})

test('removes recordings that are too old or too large, the oldest first', async () => {
  const tale = await story()
  const { ada, carla, server, acme } = tale
  const { db } = databaseOf(server.platform)
  const sessions: string[] = []
  for (let count = 0; count < 3; count += 1) {
    const id = await newSession(carla)
    await carla.post(`/api/browser_sessions/${id}/events`, { page: 'p', seq: 0, events: [snapshot(NOW + count)] })
    sessions.push(id)
  }
  await packAll(tale)
  const before = await chunksOf(tale)
  expect(before.every(({ stored_at }) => stored_at !== null)).toBe(true)
  const of = (index: number) =>
    db.updateTable('recording_chunks').where('browser_session_id', '=', sessions[index] ?? '')
  const days = (count: number) => new Date(Date.now() - count * 24 * 3_600_000)
  await of(0)
    .set({ created_at: days(8) })
    .execute()
  await of(1)
    .set({ created_at: days(2), bytes: 6 * 1024 * 1024 })
    .execute()
  await of(2)
    .set({ created_at: days(1), bytes: 6 * 1024 * 1024 })
    .execute()
  const left = async () => (await chunksOf(tale)).map(({ browser_session_id }) => browser_session_id)

  await removeOld(server.platform)
  expect((await left()).toSorted()).toEqual(sessions.slice(1).toSorted())
  await ada.data('PUT', '/api/account/recording_settings', { max_megabytes: 10 })
  await removeOld(server.platform)
  expect(await left()).toEqual([sessions[2]])
  const files = () =>
    storedFiles(
      tale,
      before.map(({ file_key }) => file_key),
    )
  await expect.poll(async () => (await files()).length).toBe(1)
  const marked = db.selectFrom('browser_sessions').select('id').where('recording_truncated', '=', true)
  const truncated = (await marked.where('account_id', '=', acme.id).execute()).map(({ id }) => id)
  expect(truncated.toSorted()).toEqual(sessions.slice(0, 2).toSorted())
})

test('says where the customer was when they wrote, and shows messages in the timeline', async () => {
  const { ada, grace, carla } = await story()
  const id = await newSession(carla)
  const at = Date.now() - 120_000
  const marks = [
    { at: at - 60_000, kind: 'page', text: 'https://acme.test/' },
    { at: at - 30_000, kind: 'page', text: 'https://acme.test/pricing?plan=team' },
    { at: at + 10_000, kind: 'paused', text: '' },
    { at: at + 60_000, kind: 'page', text: '/thanks' },
  ]
  const described = { page: 'p', seq: 0, first_at: at - 60_000, last_at: at + 60_000, marks }
  await carla.post(`/api/browser_sessions/${id}/events`, { ...described, events: pack([snapshot(at)]) })
  await carla.says('What does it cost?', { sent_at: new Date(at).toISOString() })
  // From a page that is not recorded.
  await carla.says('And for ten people?', { sent_at: new Date(at + 20_000).toISOString() })
  // Nothing happened on the page any more.
  await carla.says('Thanks', { sent_at: new Date(at + 90_000).toISOString() })
  await carla.says('Long ago', { sent_at: new Date(at - 3_600_000).toISOString() })
  await ada.replies(carla.conversation_id, 'Nothing')

  const path = `/api/conversations/${carla.conversation_id}/recorded_moments`
  const moments = await ada.data('GET', path)
  const moment = { message_id: expect.any(String), session_id: id }
  expect(moments).toEqual([
    { ...moment, at: at + 60_000, path: '/thanks' },
    { ...moment, at: at + 20_000, path: '' },
    { ...moment, at, path: '/pricing' },
  ])
  const { marks: shown } = await ada.data('GET', `/api/browser_sessions/${id}/recording`)
  const message_id = moments[2].message_id
  const { conversation_id } = carla
  expect(shown[2]).toEqual({ at, kind: 'message', text: 'What does it cost?', message_id, conversation_id })
  expect(shown.at(-1)).toMatchObject({ at: at + 60_000, kind: 'message', text: 'Thanks' })
  expect((await grace.get(path)).status).toBe(404)
})

test('what is recorded of a person is in their export, moves with a merge and is erased with them', async () => {
  const tale = await story()
  const { ada, carla, server, acme } = tale
  const word = `qq${crypto.randomUUID().slice(0, 8)}`
  const [packed, open] = [await newSession(carla), await newSession(carla)]
  const send = (id: string) =>
    carla.post(`/api/browser_sessions/${id}/events`, {
      page: 'p',
      seq: 0,
      events: [custom(NOW, 'click', { text: word })],
    })
  await send(packed)
  await packAll(tale)
  await send(open)
  const kept = await carla.data('POST', '/api/customers', { customer: { account_id: acme.id, name: 'Carla B' } })
  await ada.data('POST', `/api/customers/${kept.id}/merge`, { customer_id: carla.customer_id })

  const exported = (await ada.get(`/api/customers/${kept.id}/export`)).body
  const recorded = [custom(NOW, 'click', { text: word })]
  expect(exported.recordings).toEqual(
    [packed, open].map((id) => ({
      ...{ browser_session_id: id, events: recorded },
      marks: [{ at: NOW, kind: 'click', text: word }],
    })),
  )

  const keys = (await chunksOf(tale)).map(({ file_key }) => file_key)
  expect(await storedFiles(tale, keys)).toHaveLength(1)
  expect((await ada.delete(`/api/customers/${kept.id}`)).status).toBe(204)
  expect(await chunksOf(tale)).toEqual([])
  await expect.poll(() => storedFiles(tale, keys)).toEqual([])
  const { pool } = databaseOf(server.platform)
  const { rows } = await pool.query('select 1 from recording_batches where account_id = $1', [acme.id])
  expect(rows).toEqual([])
  await expect(record(carla, open)).rejects.toThrow('unauthorized')
})
