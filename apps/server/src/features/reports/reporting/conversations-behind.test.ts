import type { Report, ReportConversation } from '@papercups/contract'
import { expect, test, vi } from 'vitest'
import type { Client } from '../../../../test/client.js'
import { insertPastConversation, insertPastMessage } from '../../../../test/past-conversations.js'
import { cursorAt } from '../../../../test/rebuild-reports.js'
import { story } from '../../../../test/story.js'
import { databaseOf } from '../../../platform/database/of.js'

const WAIT = { timeout: 30_000, interval: 100 }
const MARCH = { from_date: '2024-03-01', to_date: '2024-04-01' }

const toQuery = (query: Record<string, string | number>) =>
  new URLSearchParams(Object.entries(query).map(([key, value]): [string, string] => [key, String(value)])).toString()

/** Three conversations in March 2024, each with messages of Carla, Ada and Ben. */
async function march() {
  const tale = await story()
  const { ada, ben, acme, carla, server } = tale
  const { pool } = databaseOf(server.platform)
  const { customer_id } = carla
  const begin = async (day: string, reply?: number) => {
    const created_at = new Date(`${day}T10:00:00Z`)
    const first_replied_at = reply === undefined ? null : new Date(created_at.getTime() + reply * 1000)
    const id = await insertPastConversation(pool, { account_id: acme.id, customer_id, created_at, first_replied_at })
    const write = (hour: string, author: object) =>
      insertPastMessage(pool, {
        account_id: acme.id,
        conversation_id: id,
        created_at: new Date(`${day}T${hour}:00Z`),
        ...author,
      })
    await write('10:00', { customer_id })
    await write('11:30', { customer_id })
    return { id, write }
  }
  const monday = await begin('2024-03-04', 60)
  const tuesday = await begin('2024-03-05', 3_600)
  const sunday = await begin('2024-03-10')
  await monday.write('10:01', { user_id: ada.id })
  await tuesday.write('11:00', { user_id: ben.id })
  const read = (agent: Client, query: Record<string, string | number>) =>
    agent.get(`/api/reporting/conversations?${toQuery({ ...MARCH, ...query })}`)
  const idsBehind = async (query: Record<string, string | number>, agent: Client = ada) =>
    (await read(agent, query)).body.data.map(({ id }: ReportConversation) => id)
  const isReported = async () => expect(await idsBehind({ number: 'conversations' })).toHaveLength(3)
  await vi.waitFor(isReported, WAIT)
  return { ...tale, read, idsBehind, monday: monday.id, tuesday: tuesday.id, sunday: sunday.id }
}

test('every number opens the conversations that it counts, newest first', async () => {
  const { ada, ben, grace, carla, idsBehind, read, monday, tuesday, sunday } = await march()
  for (const number of ['messages', 'received', 'conversations'])
    expect(await idsBehind({ number })).toEqual([sunday, tuesday, monday])
  expect(await idsBehind({ number: 'sent' })).toEqual([tuesday, monday])
  expect(await idsBehind({ number: 'sent', user_id: ada.id })).toEqual([monday])
  expect(await idsBehind({ number: 'sent', user_id: ben.id })).toEqual([tuesday])
  for (const number of ['replies', 'handled', 'answered_first']) {
    expect(await idsBehind({ number, user_id: ada.id })).toEqual([monday])
    expect(await idsBehind({ number, user_id: ben.id })).toEqual([tuesday])
    expect(await idsBehind({ number, user_id: ada.id }, grace)).toEqual([])
  }
  expect(await idsBehind({ number: 'received', weekday: 0 })).toEqual([sunday])
  expect(await idsBehind({ number: 'received', weekday: 1, hour: 11 })).toEqual([monday])
  expect(await idsBehind({ number: 'received', hour: 12 })).toEqual([])
  expect(await idsBehind({ number: 'first_reply' })).toEqual([tuesday, monday])
  expect(await idsBehind({ number: 'first_reply', at_least: 61 })).toEqual([tuesday])
  expect(await idsBehind({ number: 'first_reply', at_most: 60 })).toEqual([monday])
  expect(await idsBehind({ number: 'resolution' })).toEqual([])
  expect(await idsBehind({ number: 'messages', to_date: '2024-03-05' })).toEqual([monday])

  const { body } = await read(ada, { number: 'first_reply', at_least: 61 })
  expect(body.data[0]).toMatchObject({ seconds: 3_600, status: 'open', customer: { id: carla.customer_id } })
  for (const number of ['messages', 'conversations']) expect(await idsBehind({ number }, grace)).toEqual([])
  expect(await idsBehind({ number: 'sent', user_id: ada.id }, grace)).toEqual([])
})

test('the customers of a browser open their conversations', async () => {
  const { ada, grace, carla, idsBehind, monday, tuesday, sunday } = await march()
  await ada.data('PUT', `/api/customers/${carla.customer_id}`, {
    customer: { first_seen: '2024-03-04', browser: 'Firefox' },
  })
  const all = [sunday, tuesday, monday]
  const behind = (about: Record<string, string>, agent: Client = ada) =>
    idsBehind({ number: 'customers', limit: 3, ...about }, agent)
  // Her conversation of today is the newest.
  expect(await behind({ field: 'browser', value: 'Firefox', limit: '4' })).toEqual([carla.conversation_id, ...all])
  expect(await behind({ field: 'browser', value: 'Safari' })).toEqual([])
  expect(await behind({ field: 'os', value: 'Unknown', 'except[]': 'Linux' })).toHaveLength(3)
  expect(await behind({ field: 'browser', 'except[]': 'Firefox' })).toEqual([])
  expect(await behind({ field: 'browser', to_date: '2024-03-04' })).toEqual([])
  expect(await behind({ field: 'browser', value: 'Firefox' }, grace)).toEqual([])
})

test('reads the list page by page, and rejects a cursor that is none', async () => {
  const { ada, read, monday, tuesday, sunday } = await march()
  for (const number of ['messages', 'conversations']) {
    const seen: string[] = []
    for (let after: string | null = ''; after !== null;) {
      const { body } = await read(ada, { number, limit: 1, ...(after && { after }) })
      seen.push(...body.data.map(({ id }: ReportConversation) => id))
      after = body.next
    }
    expect(seen).toEqual([sunday, tuesday, monday])
  }
  const invalid: Array<Record<string, string | number>> = [
    { after: 'x' },
    { after: cursorAt('2024-02-31') },
    { after: cursorAt('0000-01-01') },
    { number: 'secrets' },
    { limit: 0 },
    { hour: 24 },
    { weekday: 7 },
    { at_least: -1 },
  ]
  for (const bad of invalid) expect([bad, (await read(ada, { number: 'messages', ...bad })).status]).toEqual([bad, 400])
})

test.each([
  ['CET', 12],
  ['IST', 16],
  ['AET', 20],
])(
  'an hour of the heat map opens its conversations in the zone %s, which is another in PostgreSQL',
  async (zone, hour) => {
    const { ada, acme, carla, server } = await story()
    const { pool } = databaseOf(server.platform)
    await ada.data('PUT', '/api/accounts/any', { account: { time_zone: zone } })
    const ids = { account_id: acme.id, customer_id: carla.customer_id }
    const created_at = new Date('2024-07-03T10:30:00Z') // a Wednesday
    const id = await insertPastConversation(pool, { ...ids, created_at })
    await insertPastMessage(pool, { ...ids, conversation_id: id, created_at })
    const july = { from_date: '2024-07-01', to_date: '2024-08-01' }
    const hours = async () => {
      const report: Report = await ada.data('GET', `/api/reporting?${toQuery(july)}`)
      const wednesday = report.received_by_hour[2] ?? []
      return wednesday.flatMap((count, at) => (count > 0 ? [at] : []))
    }
    await vi.waitFor(async () => expect(await hours()).toEqual([hour]), WAIT)
    const behind = async (more: Record<string, string | number>) => {
      const { body } = await ada.get(
        `/api/reporting/conversations?${toQuery({ ...july, number: 'received', weekday: 3, ...more })}`,
      )
      return body.data.map((one: ReportConversation) => one.id)
    }
    const filters: Array<Record<string, string>> = [{}, { source: 'chat' }]
    for (const more of filters) {
      // Filters read conversations that are copied in the background.
      await expect.poll(() => behind({ hour, ...more })).toEqual([id])
      expect(await behind({ hour: hour - 1, ...more })).toEqual([])
      expect(await behind({ hour: hour + 1, ...more })).toEqual([])
      expect(await behind({ weekday: 4, hour, ...more })).toEqual([])
    }
  },
)

test('counts only the conversations that match the filters, in the report and in its lists', async () => {
  const { ada, ben, grace, carla, idsBehind, monday, tuesday, sunday } = await march()
  const tag = await ada.data('POST', '/api/tags', { tag: { name: 'Billing' } })
  await ada.data('POST', `/api/conversations/${monday}/tags`, { tag_id: tag.id })
  const company = await ada.data('POST', '/api/companies', { company: { name: 'Acme & Sons' } })
  await ada.data('PUT', `/api/customers/${carla.customer_id}`, { customer: { company_id: company.id } })
  const [inbox] = await ada.data('GET', '/api/inboxes')
  await ada.data('PUT', `/api/conversations/${tuesday}`, { conversation: { assignee_id: ben.id } })

  const count = async (filter: Record<string, string | number>, agent: Client = ada) => {
    const report = await agent.data('GET', `/api/reporting?${toQuery({ ...MARCH, ...filter })}`)
    const sum = (list: Array<{ count: number }>) => list.reduce((total, { count }) => total + count, 0)
    return [sum(report.conversations_by_date), sum(report.messages_by_date)]
  }
  const isMoved = async () => expect(await count({ assignee_id: ben.id })).toEqual([1, 3])
  await vi.waitFor(isMoved, WAIT)
  expect(await count({ tag_id: tag.id })).toEqual([1, 3])
  expect(await count({ company_id: company.id })).toEqual([3, 8])
  expect(await count({ source: 'chat' })).toEqual([3, 8])
  expect(await count({ source: 'email' })).toEqual([0, 0])
  expect(await count({ inbox_id: inbox.id })).toEqual([0, 0])
  expect(await count({ source: 'chat', tag_id: tag.id, assignee_id: ben.id })).toEqual([0, 0])
  expect(await idsBehind({ number: 'messages', tag_id: tag.id })).toEqual([monday])
  expect(await idsBehind({ number: 'conversations', tagged: tag.id })).toEqual([monday])
  expect(await idsBehind({ number: 'handled', user_id: ada.id, tag_id: tag.id })).toEqual([monday])
  const report = await ada.data('GET', `/api/reporting?${toQuery({ ...MARCH, source: 'chat' })}`)
  expect(report.conversations_by_tag).toEqual([{ tag: { id: tag.id, name: 'Billing' }, count: 1 }])
  const [first, second] = report.agents
  const numbers = { handled: 1, replies: 1, first_replies: 1 }
  expect(first).toEqual({ user: { id: ada.id, email: ada.email }, ...numbers, average_time_to_first_reply: 60 })
  expect(second).toEqual({ user: { id: ben.id, email: ben.email }, ...numbers, average_time_to_first_reply: 3_600 })
  expect(await idsBehind({ number: 'conversations', assignee_id: ben.id })).toEqual([tuesday])
  expect(await idsBehind({ number: 'conversations', company_id: company.id })).toEqual([sunday, tuesday, monday])

  expect(await count({ tag_id: tag.id }, grace)).toEqual([0, 0])
  expect(await count({ from_date: '2015-01-01', source: 'chat' })).toEqual([3, 8])
})
