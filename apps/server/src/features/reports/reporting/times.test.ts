import type { Report, ReportConversation, ReportTimes } from '@papercups/contract'
import { expect, test, vi } from 'vitest'
import type { Client } from '../../../../test/client.js'
import { changePastStatus, insertPastConversation, insertPastMessage } from '../../../../test/past-conversations.js'
import { story } from '../../../../test/story.js'
import { databaseOf } from '../../../platform/database/of.js'
import { workingTime } from './working-time.js'

const WAIT = { timeout: 30_000, interval: 100 }
const MARCH = { from_date: '2024-03-01', to_date: '2024-04-01' }
const queryOf = (more: object) =>
  Object.entries({ ...MARCH, ...more })
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

/** Carla writes on a Friday evening, twice, and on Monday after a reply. Ben replies on Monday. */
async function weekend() {
  const tale = await story()
  const { ada, ben, acme, carla, server } = tale
  const { pool } = databaseOf(server.platform)
  const { customer_id } = carla
  const created_at = new Date('2024-03-01T16:00:00Z')
  const reply = new Date('2024-03-04T09:30:00Z')
  const ids = { account_id: acme.id, customer_id }
  const id = await insertPastConversation(pool, { ...ids, created_at, first_replied_at: reply })
  const write = (at: string, author: object) =>
    insertPastMessage(pool, { account_id: acme.id, conversation_id: id, created_at: new Date(at), ...author })
  const first = await write('2024-03-01T16:00:00Z', { customer_id })
  await write('2024-03-01T16:30:00Z', { customer_id })
  await write('2024-03-01T17:00:00Z', { user_id: ada.id, private: true })
  const replied = await write('2024-03-04T09:30:00Z', { user_id: ben.id })
  await write('2024-03-04T10:00:00Z', { customer_id })
  await write('2024-03-04T10:05:00Z', { user_id: ada.id })
  await write('2024-03-04T10:06:00Z', { user_id: ada.id })
  const change = (status: string, at: string) =>
    changePastStatus(pool, { account_id: acme.id, conversation_id: id, status, at: new Date(at) })
  await change('closed', '2024-03-05T10:00:00Z')
  const times = (agent: Client, more: object = {}): Promise<ReportTimes> =>
    agent.data('GET', `/api/reporting/times?${queryOf(more)}`)
  const behind = async (agent: Client, more: object): Promise<Array<[string, number | null]>> => {
    const { body } = await agent.get(`/api/reporting/conversations?${queryOf(more)}`)
    return body.data.map((row: ReportConversation) => [row.id, row.seconds])
  }
  const isReported = async () => {
    const { next_reply, resolution } = await times(ada)
    expect([next_reply.count, resolution.count]).toEqual([2, 1])
  }
  await vi.waitFor(isReported, WAIT)
  return { ...tale, pool, id, first, replied, change, times, behind }
}

const HOUR = 3_600

test('counts how long customers waited, by all hours and by working hours', async () => {
  const { ada, ben, grace, id, first, times, behind } = await weekend()
  const wall = await times(ada)
  expect(wall.first_reply).toMatchObject({ count: 1, median: 65.5 * HOUR })
  expect(wall.next_reply).toMatchObject({ count: 2, average: (65.5 * HOUR + 300) / 2, percentiles: { p50: 300 } })
  expect(wall.agents).toEqual([{ user: { id: ben.id, email: ben.email }, count: 1, median: 65.5 * HOUR }])
  // Without working hours all hours count.
  expect(await times(ada, { clock: 'working' })).toEqual(wall)

  await ada.data('PUT', '/api/accounts/any', {
    account: { time_zone: 'UTC', working_hours: [{ day: 'weekdays', start_minute: 540, end_minute: 1020 }] },
  })
  const working = await times(ada, { clock: 'working' })
  expect(working.first_reply.median).toBe(1.5 * HOUR)
  expect(working.next_reply.percentiles).toMatchObject({ p50: 300, p95: 1.5 * HOUR })
  expect(working.resolution.median).toBe(10 * HOUR)
  expect(working.agents).toMatchObject([{ median: 1.5 * HOUR }])
  expect(working.next_reply.weeks.map(({ count }) => count)).toContain(2)
  expect(await times(ada)).toEqual(wall)

  const clock = 'working'
  expect(await behind(ada, { number: 'first_reply', clock, at_least: 1.5 * HOUR })).toEqual([[id, 1.5 * HOUR]])
  expect(await behind(ada, { number: 'first_reply', clock, at_least: 1.5 * HOUR + 1 })).toEqual([])
  expect(await behind(ada, { number: 'next_reply', clock, at_most: 300 })).toEqual([[id, 300]])
  expect(await behind(ada, { number: 'next_reply', clock, at_least: 301 })).toEqual([[id, 1.5 * HOUR]])
  expect(await behind(ada, { number: 'next_reply', at_least: 2 * HOUR, source: 'chat' })).toEqual([[id, 65.5 * HOUR]])
  expect(await behind(ada, { number: 'next_reply', source: 'email' })).toEqual([])
  expect(await behind(ada, { number: 'next_reply', user_id: ben.id })).toEqual([[id, 65.5 * HOUR]])

  // The wait of a deleted message is that of the next one.
  await ada.delete(`/api/messages/${first}`)
  await expect.poll(async () => (await times(ada)).next_reply.percentiles.p95).toBe(65 * HOUR)

  expect(await times(grace)).toMatchObject({
    first_reply: { count: 0 },
    next_reply: { count: 0, median: 0 },
    agents: [],
  })
  expect(await behind(grace, { number: 'next_reply' })).toEqual([])
  for (const bad of [{ clock: 'lunar' }, { from_date: '2024-05-01' }, { from_date: '1900-01-01' }, { inbox_id: 'x' }])
    expect([bad, (await ada.get(`/api/reporting/times?${queryOf(bad)}`)).status]).toEqual([bad, 400])
})

test('a reply that becomes a note is no longer counted, and the next reply is the first one', async () => {
  const { ada, ben, acme, pool, replied, times, behind } = await weekend()
  const edit = (message: object) => ada.data('PUT', `/api/messages/${replied}`, { message })
  const numbers = async () => {
    const { agents }: Report = await ada.data('GET', `/api/reporting?${queryOf({})}`)
    const { next_reply } = await times(ada)
    const own = agents.map(({ user, handled, replies, first_replies }) => [user.id, handled, replies, first_replies])
    return { own: own.toSorted(([a = 0], [b = 0]) => a - b), waited: next_reply.count }
  }
  const counted = {
    own: [
      [ada.id, 1, 2, 0],
      [ben.id, 1, 1, 1],
    ],
    waited: 2,
  }
  expect(await numbers()).toEqual(counted)

  // Other changes of a message need no new count.
  const changes = async () => (await pool.query('select from report_changes where account_id = $1', [acme.id])).rowCount
  await expect.poll(changes).toBe(0)
  await edit({ body: 'Hello!', metadata: { order: 7 }, type: 'reply', private: false })
  expect(await changes()).toBe(0)

  await edit({ type: 'note', private: true })
  await expect.poll(numbers).toEqual({
    own: [
      [ada.id, 1, 2, 1],
      [ben.id, 0, 0, 0],
    ],
    waited: 1,
  })
  expect(await behind(ada, { number: 'replies', user_id: ben.id })).toEqual([])
  expect(await behind(ada, { number: 'next_reply' })).toHaveLength(1)
})

test('counts open conversations at the end of each day, and those that were opened again', async () => {
  const { ada, grace, id, change, behind } = await weekend()
  await change('open', '2024-03-07T08:00:00Z')
  await change('closed', '2024-03-07T09:00:00Z')
  await change('open', '2024-03-10T00:00:00Z')
  const read = (agent: Client, more: object = {}): Promise<Report> =>
    agent.data('GET', `/api/reporting?${queryOf({ to_date: '2024-03-12', ...more })}`)
  const counts = async (agent: Client, more: object = {}) => {
    const report = await read(agent, more)
    const list = (rows: Report['messages_by_date']) => rows.map(({ count }) => count)
    return [list(report.open_conversations_by_date), list(report.reopened_conversations_by_date)]
  }
  const expected = [
    [1, 1, 1, 1, 0, 0, 0, 0, 0, 1, 1],
    [0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0],
  ]
  await expect.poll(() => counts(ada)).toEqual(expected)
  expect(await counts(ada, { source: 'chat' })).toEqual(expected)
  const none = expected.map((list) => list.map(() => 0))
  expect(await counts(ada, { source: 'email' })).toEqual(none)
  expect(await counts(grace)).toEqual(none)

  const ids = async (agent: Client, more: object) => (await behind(agent, more)).map(([id]) => id)
  expect(await ids(ada, { number: 'open', from_date: '2024-03-04', to_date: '2024-03-05' })).toEqual([id])
  expect(await ids(ada, { number: 'open', from_date: '2024-03-05', to_date: '2024-03-06' })).toEqual([])
  expect(await ids(ada, { number: 'reopened' })).toEqual([id])
  expect(await ids(ada, { number: 'reopened', to_date: '2024-03-07' })).toEqual([])
  for (const number of ['open', 'reopened']) expect(await ids(grace, { number })).toEqual([])

  // A deleted conversation is not open.
  await ada.data('POST', `/api/conversations/${id}/archive`)
  await expect
    .poll(async () => (await ids(ada, { number: 'open', to_date: '2100-01-01', from_date: '2099-12-31' })).includes(id))
    .toBe(false)
})

test('days that a clock ahead of time has stored are counted again', async () => {
  const { ada, acme, pool } = await weekend()
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  await pool.query(
    `insert into report_days (account_id, day, numbers, first_replies, resolutions) values ($1, $2, '{"messages": 9}', '', '')`,
    [acme.id, tomorrow],
  )
  const report: Report = await ada.data('GET', `/api/reporting?from_date=${tomorrow}&to_date=${tomorrow}T23:59:59`)
  expect(report.messages_by_date).toEqual([{ date: tomorrow, count: 0 }])
})

test('working hours follow the clocks of the zone', () => {
  const hoursOf = (day: string, start_minute: number, end_minute: number, zone = 'Europe/Berlin') => {
    const from = Date.parse(`${day}T00:00:00Z`)
    const { starts, ends } = workingTime(zone, [{ day: 'everyday', start_minute, end_minute }], from, from)
    return starts.map((start, at) =>
      [start, ends[at] ?? 0].map((moment) => new Date(moment).toISOString().slice(5, 16)),
    )
  }
  expect(hoursOf('2024-03-31', 540, 1020).slice(1, 3)).toEqual([
    ['03-31T07:00', '03-31T15:00'],
    ['04-01T07:00', '04-01T15:00'],
  ])
  // From 22:00 to 6:00: the night of the change has seven hours.
  expect(hoursOf('2024-03-31', 1320, 360)).toContainEqual(['03-30T21:00', '03-31T04:00'])
  // 2:30 to 3:00 is shown twice.
  expect(hoursOf('2024-10-27', 150, 180)).toEqual(
    expect.arrayContaining([
      ['10-27T00:30', '10-27T01:00'],
      ['10-27T01:30', '10-27T02:00'],
    ]),
  )
})
