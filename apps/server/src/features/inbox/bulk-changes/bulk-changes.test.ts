import type { BulkOperation } from '@papercups/contract'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { story, Visitor, type Story } from '../../../../test/story.js'

type Agent = Story['ada'] | Story['grace']

/** Carla's conversation, and `count` more. */
async function withMore(count: number) {
  const tale = await story()
  const { ada, carla, server, acme } = tale
  const ids = [carla.conversation_id]
  for (let n = 0; n < count; n += 1) {
    const { customer_id } = await new Visitor(server.url).arrives(acme.id)
    ids.push((await ada.data('POST', '/api/conversations', { conversation: { customer_id } })).id)
  }
  const bulk = (agent: Agent, operations: object[]) => agent.post('/api/conversations/bulk', { operations })
  const change = async (operations: object[]): Promise<BulkOperation[]> =>
    (await ada.data('POST', '/api/conversations/bulk', { operations })).undo
  /** Everything that a bulk change may touch, for all conversations. */
  const state = () =>
    Promise.all(
      ids.map(async (id) => {
        const { status, priority, assignee_id, archived_at, snoozed_until, tags, closed_at } = await ada.data(
          'GET',
          `/api/conversations/${id}`,
        )
        const names = tags.map(({ name }: { name: string }) => name)
        return {
          status,
          priority,
          assignee_id,
          archived: archived_at !== null,
          snoozed_until,
          names,
          closed: closed_at !== null,
        }
      }),
    )
  return { ...tale, ids, bulk, change, state }
}

test('changes many conversations at once, and undoes it exactly', async () => {
  const { ada, ben, grace, ids, change, state } = await withMore(3)
  const [, second = '', third = '', fourth = ''] = ids
  const [vip, bug] = await Promise.all(
    ['VIP', 'Bug'].map(async (name) => (await ada.data('POST', '/api/tags', { tag: { name } })).id as string),
  )
  await ada.data('PUT', `/api/conversations/${second}`, { conversation: { status: 'closed', assignee_id: ben.id } })
  await ada.data('POST', `/api/conversations/${second}/tags`, { tag_id: vip })
  await ada.data('POST', `/api/conversations/${third}/archive`)
  const until = new Date(Date.now() + 3_600_000).toISOString()
  await ada.data('POST', `/api/conversations/${fourth}/snooze`, { snooze: { until } })
  const before = await state()
  const received: string[] = []
  const elsewhere: unknown[] = []
  ;(await ben.listen()).on('conversation:updated', ({ id }) => received.push(id))
  ;(await grace.listen()).on('conversation:updated', (update) => elsewhere.push(update))

  const everything = { status: 'closed', priority: 'priority', assignee_id: ada.id, archived: true }
  const undo = await change(ids.map((id) => ({ id, ...everything, add_tag_ids: [vip, bug] })))
  for (const one of await state()) {
    const all = { status: 'closed', priority: 'priority', assignee_id: ada.id, archived: true, closed: true }
    expect(one).toEqual({ ...all, snoozed_until: null, names: ['Bug', 'VIP'] })
  }
  const redo = await change(undo)

  expect(await state()).toEqual(before)
  await change(redo)
  expect((await state()).every(({ archived, names }) => archived && names.length === 2)).toBe(true)
  await change(undo)
  expect(await state()).toEqual(before)
  await Promise.all([ben.hearOut(), grace.hearOut()])
  expect(received.toSorted()).toEqual([...ids, ...ids, ...ids, ...ids].toSorted())
  expect(elsewhere).toEqual([])
})

test('an undo touches only the requested fields', async () => {
  const { ada, ids, change } = await withMore(0)
  const [id = ''] = ids
  const undo = await change([{ id, status: 'closed' }])
  expect(undo).toEqual([{ id, status: 'open' }])
  await ada.data('PUT', `/api/conversations/${id}`, { conversation: { priority: 'priority', assignee_id: ada.id } })
  await change(undo)
  expect(await ada.data('GET', `/api/conversations/${id}`)).toMatchObject({
    status: 'open',
    priority: 'priority',
    assignee_id: ada.id,
  })
})

test('snoozes many and wakes them again', async () => {
  const { ada, ids, change } = await withMore(1)
  const read = (id: string) => ada.data('GET', `/api/conversations/${id}`)
  const until = `${new Date(Date.now() + 3_600_000).toISOString().slice(0, 19)}Z`
  const undo = await change([
    { id: ids[0], snooze: { until } },
    { id: ids[1], snooze: { until: null } },
  ])
  expect(undo).toEqual(ids.map((id) => ({ id, snooze: null })))
  expect(await read(ids[0] ?? '')).toMatchObject({ snoozed_at: expect.any(String), snoozed_until: until })
  expect(await read(ids[1] ?? '')).toMatchObject({ snoozed_at: expect.any(String), snoozed_until: null })

  const redo = await change(undo)
  for (const id of ids) expect(await read(id)).toMatchObject({ snoozed_at: null, snoozed_until: null })
  expect(redo).toMatchObject([{ snooze: { until } }, { snooze: { until: null } }])
})

test('changes all or nothing', async () => {
  const { ada, grace, ids, bulk, state } = await withMore(1)
  const before = await state()
  const theirs = await grace.data('POST', '/api/tags', { tag: { name: 'Theirs' } })
  const close = ids.map((id) => ({ id, status: 'closed' }))

  const refusals: Array<[operations: object[], status: number]> = [
    [[...close, { id: randomUUID(), status: 'closed' }], 404],
    [[...close.slice(1), { id: ids[0], assignee_id: grace.id }], 422],
    [[...close.slice(1), { id: ids[0], add_tag_ids: [theirs.id] }], 422],
    [[...close.slice(1), { id: ids[0], remove_tag_ids: [randomUUID()] }], 422],
    [[...close, close[0] ?? {}], 422],
    [[...close.slice(1), { id: ids[0], status: 'asleep' }], 422],
    [[...close.slice(1), { id: 'nonsense' }], 422],
    [[], 422],
    [Array.from({ length: 201 }, () => ({ id: randomUUID() })), 422],
  ]
  for (const [operations, status] of refusals) expect((await bulk(ada, operations)).status).toBe(status)
  expect((await bulk(grace, close)).status).toBe(404)
  expect((await ada.post('/api/conversations/bulk', {})).status).toBe(422)
  expect(await state()).toEqual(before)
})

test('does not restore conversations that were deleted long ago', async () => {
  const { ids, bulk, ada, server } = await withMore(0)
  const [id = ''] = ids
  const { db } = databaseOf(server.platform)
  const archived_at = new Date(Date.now() - 31 * 24 * 3_600_000)
  await db.updateTable('conversations').set({ archived_at }).where('id', '=', id).execute()
  expect((await bulk(ada, [{ id, archived: false }])).status).toBe(404)
})

test('parallel changes of the same conversations both succeed', async () => {
  const { ada, ben, ids, bulk } = await withMore(8)
  const changes = Array.from({ length: 6 }, (_, n) => {
    const order = n % 2 ? ids : ids.toReversed()
    return bulk(
      n % 2 ? ada : ben,
      order.map((id) => ({ id, priority: n % 3 ? 'priority' : 'not_priority' })),
    )
  })
  for (const { status } of await Promise.all(changes)) expect(status).toBe(200)
})

test('logs one event for each conversation', async () => {
  const { ada, ids, change, server } = await withMore(2)
  await change(ids.map((id) => ({ id, archived: true })))
  const { db } = databaseOf(server.platform)
  const events = db.selectFrom('events').select(['conversation_id', 'payload']).where('account_id', '=', ada.account_id)
  const rows = await events.where('type', '=', 'conversation:updated').where('actor', '=', `user:${ada.id}`).execute()
  const deleted = rows.filter(({ payload }) => (payload.changed as string[])?.includes('archived'))
  expect(deleted.map(({ conversation_id }) => conversation_id).toSorted()).toEqual(ids.toSorted())
})
