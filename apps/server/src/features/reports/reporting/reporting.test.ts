import type { Report } from '@papercups/contract'
import { expect, test } from 'vitest'
import { newScript } from '../../../../test/api-keys.js'
import { Client } from '../../../../test/client.js'
import { insertPastConversation, insertPastMessage } from '../../../../test/past-conversations.js'
import { story, type Agent } from '../../../../test/story.js'
import { databaseOf } from '../../../platform/database/of.js'

const reportOf = (agent: Client, from_date: string, to_date: string): Promise<Report> =>
  agent.data('GET', `/api/reporting?${new URLSearchParams({ from_date, to_date }).toString()}`)

const yesterday = () => new Date(Date.now() - 86_400_000).toISOString()
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()
const sum = (list: Array<{ count: number }>) => list.reduce((total, { count }) => total + count, 0)
const filled = (list: Array<{ date: string; count: number }>) => list.filter(({ count }) => count > 0)

const inZone = (agent: Agent, time_zone: string) => agent.data('PUT', '/api/accounts/any', { account: { time_zone } })

test('counts the messages, conversations and people of the account', async () => {
  const { ada, ben, grace, carla } = await story()
  await carla.put(`/api/customers/${carla.customer_id}/metadata`, { metadata: { browser: 'Firefox', os: 'Linux' } })
  await carla.says('Hello')
  await carla.says('Is anybody there?')
  await ada.answers('Yes')
  await ben.remarks('A note counts, too')
  await ada.data('PUT', `/api/conversations/${carla.conversation_id}`, { conversation: { status: 'closed' } })

  const read = () => reportOf(ben, yesterday(), tomorrow())
  const resolutions = async () =>
    (await read()).resolution_metrics_by_week.flatMap((week) => week.seconds_to_resolution_list)
  await expect.poll(async () => (await resolutions()).length).toBe(1)
  const report = await read()
  expect([sum(report.messages_by_date), sum(report.received_messages_by_date)]).toEqual([4, 2])
  expect([sum(report.sent_messages_by_date), sum(report.conversations_by_date)]).toEqual([2, 1])
  expect(report.messages_by_date.length).toBe(3)
  expect(report.messages_per_user).toEqual([
    { user: { id: ada.id, email: ada.email }, count: 1 },
    { user: { id: ben.id, email: ben.email }, count: 1 },
  ])
  expect(report.messages_by_weekday.map(({ day }) => day)).toEqual([
    ...['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  ])
  expect(report.messages_by_weekday.reduce((all, { total }) => all + total, 0)).toBe(2)
  expect(report.customer_breakdown_by_browser).toEqual([{ browser: 'Firefox', count: 1 }])
  expect(report.customer_breakdown_by_os).toEqual([{ os: 'Linux', count: 1 }])
  expect(report.customer_breakdown_by_time_zone).toEqual([{ time_zone: 'Unknown', count: 1 }])

  const theirs = await reportOf(grace, yesterday(), tomorrow())
  expect([sum(theirs.messages_by_date), sum(theirs.conversations_by_date)]).toEqual([0, 0])
  expect([theirs.messages_per_user, theirs.customer_breakdown_by_browser]).toEqual([[], []])
  const { average_time_to_first_reply, median_time_to_first_reply } = theirs
  expect([average_time_to_first_reply, median_time_to_first_reply]).toEqual([0, 0])
})

test('groups first replies and resolutions by week, from Sunday, newest first', async () => {
  const { ada, acme, carla, server } = await story()
  const { pool } = databaseOf(server.platform)
  const begins = async (created_at: string, reply?: number, close?: number) => {
    const at = new Date(created_at)
    const later = (seconds?: number) => (seconds === undefined ? null : new Date(at.getTime() + seconds * 1000))
    const times = { created_at: at, first_replied_at: later(reply), closed_at: later(close) }
    await insertPastConversation(pool, { account_id: acme.id, customer_id: carla.customer_id, ...times })
  }
  await begins('2024-03-04T09:00:00Z', 240, 600)
  await begins('2024-03-09T23:59:59Z', 385.9)
  await begins('2024-03-10T00:00:00Z', 10)
  await begins('2024-03-12T09:00:00Z')

  const read = () => reportOf(ada, '2024-03-03T00:00:00Z', '2024-03-13T00:00:00Z')
  await expect.poll(async () => sum((await read()).conversations_by_date)).toBe(4)
  const report = await read()
  expect(report.first_reply_metrics_by_week).toEqual([
    {
      start_date: '2024-03-10',
      end_date: '2024-03-16',
      seconds_to_first_reply_list: [10],
      count: 1,
      average: 10,
      median: 10,
    },
    {
      ...{ start_date: '2024-03-03', end_date: '2024-03-09', count: 2, average: 312.5, median: 312.5 },
      seconds_to_first_reply_list: [240, 385],
    },
    // The range begins on a Sunday, and the original begins with the week before it.
    {
      start_date: '2024-02-25',
      end_date: '2024-03-02',
      seconds_to_first_reply_list: [],
      count: 0,
      average: 0,
      median: 0,
    },
  ])
  expect([report.average_time_to_first_reply, report.median_time_to_first_reply]).toEqual([635 / 3, 240])
  expect([report.first_reply_count, report.resolution_count]).toEqual([3, 1])
  expect([report.average_time_to_resolution, report.median_time_to_resolution]).toEqual([600, 600])
})

test("counts days by the clocks of the account's time zone", async () => {
  const { ada, acme, carla, server } = await story()
  const { pool } = databaseOf(server.platform)
  const ids = { account_id: acme.id, conversation_id: carla.conversation_id, customer_id: carla.customer_id }
  const writes = (at: string) => insertPastMessage(pool, { ...ids, created_at: new Date(at) })
  const received = async (from: string, to: string) => filled((await reportOf(ada, from, to)).received_messages_by_date)

  await inZone(ada, 'Europe/Berlin')
  await writes('2024-03-30T22:59:59Z')
  await writes('2024-03-30T23:00:00Z')
  await writes('2024-03-31T21:59:59Z')
  await writes('2024-03-31T22:00:00Z')
  await expect
    .poll(() => received('2024-03-30', '2024-04-02'))
    .toEqual([
      { date: '2024-03-30', count: 1 },
      { date: '2024-03-31', count: 2 },
      { date: '2024-04-01', count: 1 },
    ])

  await writes('2024-02-29T18:29:59Z')
  await writes('2024-02-29T18:30:00Z')
  await inZone(ada, 'Asia/Kolkata')
  await expect
    .poll(() => received('2024-02-29', '2024-03-02'))
    .toEqual([
      { date: '2024-02-29', count: 1 },
      { date: '2024-03-01', count: 1 },
    ])
  // The other days moved with the zone, too.
  expect(await received('2024-03-30', '2024-04-02')).toEqual([
    { date: '2024-03-31', count: 2 },
    { date: '2024-04-01', count: 2 },
  ])
  expect(await received('2024-02-29T18:30:00Z', '2024-02-29T18:31:00Z')).toEqual([{ date: '2024-03-01', count: 1 }])
})

test('rejects ranges that are missing or not valid', async () => {
  const { ada } = await story()
  const get = (query: string) => ada.get(`/api/reporting?${query}`)
  const missing = await get('from_date=2024-01-01')
  expect([missing.status, missing.body]).toEqual([
    400,
    {
      error: {
        status: 400,
        message: 'The following parameters are required: from_date, to_date',
        received: ['from_date'],
      },
    },
  ])
  for (const query of [
    'from_date=2024-02-01&to_date=2024-01-01',
    'from_date=1924-01-01&to_date=2024-01-01',
    'from_date=2024-01-01&to_date=9999-12-31',
    'from_date=2024-01-01&from_date=2024-01-02&to_date=2024-02-01',
    'from_date=2024-01-01T00:00:00Nowhere&to_date=2024-02-01',
    'from_date=%00&to_date=2024-02-01',
    'from_date=0000-01-01&to_date=0000-01-02',
    'from_date=0001-01-01&to_date=0001-01-02',
    'from_date=9999-12-31T00:00:00Z&to_date=9999-12-31T23:59:59Z',
  ])
    expect([query, (await get(query)).status]).toEqual([query, 400])
  for (const [first, next] of [
    ['1970-01-01', '1970-01-02'],
    ['2200-12-30', '2200-12-31'],
  ] as const)
    expect((await reportOf(ada, first, next)).messages_by_date).toEqual([{ date: first, count: 0 }])
})

test('lets only admins count everything again', async () => {
  const { ada, ben, acme, carla, server } = await story()
  const { pool } = databaseOf(server.platform)
  const at = { created_at: new Date('2024-05-01T10:00:00Z') }
  const id = await insertPastConversation(pool, { account_id: acme.id, customer_id: carla.customer_id, ...at })
  const count = async () => sum((await reportOf(ada, '2024-05-01', '2024-05-02')).conversations_by_date)
  await expect.poll(count).toBe(1)
  // A change that came while days were stored is counted with the next report.
  expect(await count()).toBe(1)

  // As after a fault: the copies and the stored days are wrong.
  await pool.query('delete from report_conversations where conversation_id = $1', [id])
  await pool.query(`update report_days set numbers = numbers || '{"conversations": 7}' where account_id = $1`, [
    acme.id,
  ])
  expect(await count()).toBe(7)
  expect((await ben.post('/api/reporting/rebuild', {})).status).toBe(403)
  expect((await ada.post('/api/reporting/rebuild', {})).status).toBe(202)
  await expect.poll(count).toBe(1)
})

test('answers callers with an API key, and nobody without one', async () => {
  const { ada, server } = await story()
  const path = '/api/v1/reporting?from_date=2024-01-01&to_date=2024-01-02'
  const { script } = await newScript(ada)
  expect((await script.get(path)).body).toMatchObject({
    data: { messages_by_date: [{ date: '2024-01-01', count: 0 }] },
  })
  expect((await new Client(server.url).get(path)).status).toBe(401)
})
