import { expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { story, type Story } from '../../../../test/story.js'
import { wakeWhenDue } from './snooze-conversation.js'

const later = (ms: number) => new Date(Date.now() + ms).toISOString()
const HOUR = 3_600_000

function about({ ada, carla }: Pick<Story, 'ada' | 'carla'>) {
  const path = `/api/conversations/${carla.conversation_id}`
  return {
    path,
    snooze: (until: string | null) => ada.data('POST', `${path}/snooze`, { snooze: { until } }),
    list: async (query: string) =>
      (await ada.get(`/api/conversations?${query}`)).body.data.map(({ id }: { id: string }) => id),
    counts: async () => (await ada.data('GET', '/api/conversations/unread')).conversations,
  }
}

test('a snoozed conversation is only in its own list and counter', async () => {
  const { ada, ben, grace, carla } = await story()
  const { path, snooze, list, counts } = about({ ada, carla })
  const received: unknown[] = []
  ;(await ben.listen()).on('conversation:updated', ({ updates }) => received.push(updates.snoozed_until))

  const until = later(HOUR)
  const snoozed = await snooze(until)
  expect(snoozed).toMatchObject({ status: 'open', snoozed_until: `${until.slice(0, 19)}Z` })
  expect(snoozed.snoozed_at).not.toBeNull()
  for (const query of ['status=open', 'status=open&assignee_id', 'status=open&read=false'])
    expect(await list(`${query}&snoozed=false`), query).toEqual([])
  for (const query of ['snoozed=false', 'status=closed', 'status=closed&snoozed=true', 'status=closed&snoozed=false'])
    expect(await list(query), query).toEqual([])
  for (const query of ['snoozed=true', 'status=open&snoozed=true', '', `customer_id=${carla.customer_id}`])
    expect(await list(query), query).toEqual([carla.conversation_id])
  expect(await counts()).toMatchObject({ open: 0, unread: 0, unassigned: 0, snoozed: 1 })

  expect((await grace.delete(`${path}/snooze`)).status).toBe(404)
  expect(await ada.data('DELETE', `${path}/snooze`)).toMatchObject({ snoozed_at: null, snoozed_until: null })
  expect(await list('status=open')).toEqual([carla.conversation_id])
  expect(await counts()).toMatchObject({ open: 1, snoozed: 0 })
  await ben.hearOut()
  expect(received).toEqual([snoozed.snoozed_until, null])
})

test('clients without snoozing get snoozed conversations as open', async () => {
  const { ada, grace, carla } = await story()
  const { snooze, list } = about({ ada, carla })
  await carla.says('Where is my parcel?')
  await snooze(null)

  for (const query of ['status=open', 'status=open&read=false', 'status=open&q=parcel', 'status=open&assignee_id'])
    expect(await list(query), query).toEqual([carla.conversation_id])
  const { body } = await ada.get('/api/conversations?status=open')
  expect(body).toMatchObject({ total: 1, data: [{ status: 'open' }] })
  expect(await ada.data('GET', '/api/conversations/count?status=open')).toEqual({ count: 1 })
  expect(await ada.data('GET', '/api/conversations/count?status=open&snoozed=false')).toEqual({ count: 0 })
  expect((await grace.get('/api/conversations?status=open')).body.data).toEqual([])
})

test('wakes at its time, unread', async () => {
  const { ada, carla } = await story()
  const { path, snooze } = about({ ada, carla })
  await ada.answers('I will look into it')
  await snooze(later(HOUR))

  await snooze(later(300))

  const awake = { snoozed_at: null, snoozed_until: null, read: false, status: 'open' }
  await expect.poll(() => ada.data('GET', path), { timeout: 20_000 }).toMatchObject(awake)
})

// All stories share one queue, so another story's server may run the job above. This test runs apart from it.
test('broadcasts when it wakes, but not from the job of an earlier time', async () => {
  const { ada, ben, carla, server } = await story()
  const { path, snooze } = about({ ada, carla })
  const account = server.platform.account(ada.account_id)
  const wake = () => wakeWhenDue.run(account, { conversation_id: carla.conversation_id }, server.platform)
  await snooze(later(HOUR))
  const received: unknown[] = []
  ;(await ben.listen()).on('conversation:updated', ({ id, updates }) => received.push([id, updates.snoozed_at]))

  await wake()
  expect((await ada.data('GET', path)).snoozed_at).not.toBeNull()
  const { db } = databaseOf(server.platform)
  const past = { snoozed_until: new Date(Date.now() - 1_000) }
  await db.updateTable('conversations').set(past).where('id', '=', carla.conversation_id).execute()
  await wake()
  await wake()

  await ben.hearOut()
  expect(received).toEqual([[carla.conversation_id, null]])
})

test('a customer’s message wakes it at once; the team’s does not', async () => {
  const { ada, carla, acme } = await story()
  const { path, snooze } = about({ ada, carla })
  const received: unknown[] = []
  ;(await ada.listen()).on('conversation:updated', ({ updates }) => received.push(updates.snoozed_at))
  await snooze(null)
  const own = `/api/conversations/customer?customer_id=${carla.customer_id}&account_id=${acme.id}`
  expect((await carla.get(own)).body.data).toMatchObject([{ id: carla.conversation_id, snoozed_at: null }])

  await ada.answers('Any news?')
  await ada.remarks('Still waiting')
  expect(await ada.data('GET', path)).toMatchObject({ snoozed_at: expect.any(String), snoozed_until: null })

  await carla.says('Here I am')
  expect(await ada.data('GET', path)).toMatchObject({ snoozed_at: null, snoozed_until: null, read: false })
  await ada.hearOut()
  expect(received.at(-1)).toBeNull()
})

test('only open conversations can be snoozed, and only into the future', async () => {
  const { ada, carla, grace } = await story()
  const { path, snooze } = about({ ada, carla })
  const refused = async (body: unknown) => (await ada.post(`${path}/snooze`, body)).status
  expect(await refused({ snooze: { until: later(-1_000) } })).toBe(422)
  expect(await refused({ snooze: { until: 'tomorrow' } })).toBe(422)
  expect(await refused({ snooze: {} })).toBe(422)
  expect(await refused({})).toBe(400)
  expect((await grace.post(`${path}/snooze`, { snooze: { until: null } })).status).toBe(404)

  await snooze(null)
  const closed = await ada.data('PUT', path, { conversation: { status: 'closed' } })
  expect(closed).toMatchObject({ status: 'closed', snoozed_at: null })
  expect(await refused({ snooze: { until: null } })).toBe(422)
})
