import { expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { story, type Story } from '../../../../test/story.js'

const list = async (agent: Story['ada'], query = '') =>
  (await agent.get(`/api/conversations?${query}`)).body.data.map(({ id }: { id: string }) => id)

test('a deleted conversation is in no list and can be restored', async () => {
  const { ada, ben, grace, carla } = await story()
  const path = `/api/conversations/${carla.conversation_id}`
  const received: Array<string | null> = []
  const elsewhere: unknown[] = []
  ;(await ben.listen()).on('conversation:updated', ({ updates }) => received.push(updates.archived_at))
  ;(await grace.listen()).on('conversation:updated', (update) => elsewhere.push(update))

  const archived = await ada.data('POST', `${path}/archive`)
  expect(archived.archived_at).not.toBeNull()
  for (const query of [
    '',
    'status=open',
    'status=closed',
    'snoozed=true',
    `customer_id=${carla.customer_id}`,
    'q=carla',
  ])
    expect(await list(ada, query), query).toEqual([])
  expect(await list(ada, 'archived=true')).toEqual([carla.conversation_id])
  expect((await ada.data('GET', path)).archived_at).toBe(archived.archived_at)

  expect(await ada.data('POST', `${path}/archive`)).toEqual(archived)
  expect((await ben.data('POST', `${path}/restore`)).archived_at).toBeNull()
  expect((await ben.data('POST', `${path}/restore`)).archived_at).toBeNull()
  expect(await list(ada, 'status=open')).toEqual([carla.conversation_id])
  await Promise.all([ben.hearOut(), grace.hearOut()])
  expect(received).toEqual([archived.archived_at, null])
  expect(elsewhere).toEqual([])
})

test('the event log keeps who deleted and who restored it', async () => {
  const { ada, ben, carla, server } = await story()
  const path = `/api/conversations/${carla.conversation_id}`
  await ada.data('POST', `${path}/archive`)
  await ben.data('POST', `${path}/restore`)

  const { db } = databaseOf(server.platform)
  const events = db.selectFrom('events').select(['actor', 'payload', 'created_at'])
  const rows = await events.where('conversation_id', '=', carla.conversation_id).orderBy('id').execute()
  const deeds = rows.filter(({ payload }) => (payload.changed as string[] | undefined)?.includes('archived_at'))
  expect(deeds.map(({ actor }) => actor)).toEqual([`user:${ada.id}`, `user:${ben.id}`])
})

test('cannot be restored after thirty days', async () => {
  const { ada, carla, server } = await story()
  const path = `/api/conversations/${carla.conversation_id}`
  await ada.data('POST', `${path}/archive`)
  const { db } = databaseOf(server.platform)
  const deleted = (days: number) =>
    db
      .updateTable('conversations')
      .set({ archived_at: new Date(Date.now() - days * 24 * 3_600_000) })
      .where('id', '=', carla.conversation_id)
      .execute()

  await deleted(30.01)
  expect((await ada.post(`${path}/restore`)).status).toBe(404)
  await deleted(29.99)
  expect((await ada.post(`${path}/restore`)).status).toBe(200)
})

test('nobody deletes another company’s conversation', async () => {
  const { ada, grace, carla } = await story()
  const path = `/api/conversations/${carla.conversation_id}`
  expect((await grace.post(`${path}/archive`)).status).toBe(404)
  expect((await carla.post(`${path}/archive`)).status).toBe(401)
  await ada.data('POST', `${path}/archive`)
  expect((await grace.post(`${path}/restore`)).status).toBe(404)
  expect((await ada.data('GET', path)).archived_at).not.toBeNull()
})
