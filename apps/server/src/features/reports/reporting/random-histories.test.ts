import type { Report, ReportTimes, WorkingHours } from '@papercups/contract'
import type { Pool } from 'pg'
import { expect, test, vi } from 'vitest'
import { importAll } from '../../../../test/customer-imports.js'
import { merge, undo } from '../../../../test/customer-merges.js'
import { changePastStatus, insertPastConversation, insertPastMessage } from '../../../../test/past-conversations.js'
import { seeded, type Random } from '../../../../test/soak/random.js'
import { story, Visitor, type Story } from '../../../../test/story.js'
import { databaseOf } from '../../../platform/database/of.js'
import { plainReport } from '../../../../test/plain-report.js'
import { plainTimes } from '../../../../test/plain-times.js'

/*
 * Random histories: late messages, edits, deletions, merges, erasure, two imports at once, changes of the time zone and of the
 * working hours. Reports are read in between, so days are stored and have to be counted again. At the end a slow, plain
 * reference has to agree.
 */

const ZONES = ['Europe/Berlin', 'Asia/Kolkata', 'America/Havana', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC']
const FROM = '2024-02-25'
const TO = '2024-04-08'
const STEPS = 70
const TIMEOUT_MS = 120_000

test.each([1, 2, 4])(
  'the stored days of random history %i agree with a plain count',
  async (seed) => {
    const history = await startHistory(seeded(seed))
    for (let step = 0; step < STEPS; step += 1) {
      await history.step()
      if (step % 5 === 0) await history.report()
    }
    const { pool, account_id } = history
    const RANGE: [string, string] = [FROM, TO]
    for (const filters of [{}, ...history.filters]) {
      const report = await plainReport(pool, account_id, history.zone, RANGE, filters)
      const agrees = async () => expect(await history.report(filters)).toEqual(report)
      await vi.waitFor(agrees, { timeout: 30_000, interval: 100 })
      for (const clock of ['wall', 'working']) {
        const hours = clock === 'working' ? history.hours : []
        const times = await plainTimes(pool, account_id, { zone: history.zone, hours }, RANGE, filters)
        expect(await history.times(clock, filters)).toEqual(times)
      }
    }
    const expected = await history.report()
    const times = await history.times('working')
    expect(times.next_reply.count).toBeGreaterThan(0)
    expect(expected.messages_by_date.length).toBeGreaterThan(40)
    expect(expected.messages_by_date.some(({ count }) => count > 0)).toBe(true)

    // The same after everything is counted again.
    expect((await history.ada.post('/api/reporting/rebuild', {})).status).toBe(202)
    await history.pool.query('delete from report_days where account_id = $1', [history.account_id])
    expect(await history.report()).toEqual(expected)
    expect(await history.times('working')).toEqual(times)
  },
  TIMEOUT_MS,
)

async function startHistory(random: Random) {
  const tale = await story()
  const { ada, acme, server } = tale
  const { pool } = databaseOf(server.platform)
  const tag = await ada.data('POST', '/api/tags', { tag: { name: 'Billing' } })
  const customers = [tale.carla.customer_id]
  const state: State = { ...tale, pool, random, zone: 'UTC', hours: [], customers, merges: [], tag_id: tag.id }
  await moveZone(state)
  const read = (path: string, chosen: object) => {
    const values = Object.entries({ from_date: FROM, to_date: TO, ...chosen })
    const query = values.map(([name, value]): [string, string] => [name, String(value)])
    return ada.data('GET', `/api/${path}?${new URLSearchParams(query).toString()}`)
  }
  return {
    ada,
    pool,
    account_id: acme.id,
    get zone() {
      return state.zone
    },
    step: () => random.pick(ACTIONS)(state),
    filters: [{ assignee_id: ada.id }, { tag_id: tag.id }, { assignee_id: ada.id, tag_id: tag.id }],
    get hours() {
      return state.hours
    },
    report: (filters: object = {}): Promise<Report> => read('reporting', filters),
    times: (clock: string, filters: object = {}): Promise<ReportTimes> =>
      read('reporting/times', { clock, ...filters }),
  }
}

interface State extends Story {
  pool: Pool
  random: Random
  zone: string
  hours: WorkingHours[]
  customers: string[]
  merges: string[]
  tag_id: string
}

const moment = ({ random }: State) =>
  new Date(Date.parse(`${FROM}T00:00:00Z`) + Math.floor(random.next() * 42 * 86_400_000))

async function anyId({ pool, acme, random }: State, table: 'conversations' | 'messages') {
  const { rows } = await pool.query<{ id: string }>(
    `select id from ${table} where account_id = $1 order by created_at, id`,
    [acme.id],
  )
  return rows.length > 0 ? random.pick(rows).id : undefined
}

async function beginConversation(state: State) {
  const created_at = moment(state)
  const later = () => new Date(created_at.getTime() + Math.floor(state.random.next() * 1e8))
  await insertPastConversation(state.pool, {
    account_id: state.acme.id,
    customer_id: state.random.pick(state.customers),
    created_at,
    first_replied_at: state.random.next() < 0.7 ? later() : null,
    closed_at: state.random.next() < 0.5 ? later() : null,
  })
}

async function writeMessage(state: State) {
  const { pool, acme, ada, ben, random } = state
  const conversation_id = await anyId(state, 'conversations')
  if (!conversation_id) return
  const { rows } = await pool.query('select customer_id from conversations where id = $1', [conversation_id])
  const author = random.pick([rows[0], rows[0], { user_id: ada.id }, { user_id: ben.id }, {}])
  await insertPastMessage(pool, { account_id: acme.id, conversation_id, created_at: moment(state), ...author })
}

async function deleteMessage(state: State) {
  const id = await anyId(state, 'messages')
  if (id) expect((await state.ada.delete(`/api/messages/${id}`)).status).toBe(204)
}

/** A customer's message cannot be changed. */
async function editMessage(state: State) {
  const id = await anyId(state, 'messages')
  const message = state.random.pick([{ type: 'note' }, { type: 'bot' }, { type: 'reply' }, { private: true }])
  if (id) expect([200, 403]).toContain((await state.ada.put(`/api/messages/${id}`, { message })).status)
}

async function eraseConversation(state: State) {
  const id = await anyId(state, 'conversations')
  if (id) expect((await state.ada.delete(`/api/conversations/${id}`)).status).toBe(204)
}

async function changeStatus(state: State) {
  const id = await anyId(state, 'conversations')
  const conversation = { status: state.random.pick(['open', 'closed']) }
  if (id) await state.ada.data('PUT', `/api/conversations/${id}`, { conversation })
}

async function changeStatusBefore(state: State) {
  const conversation_id = await anyId(state, 'conversations')
  const { pool, acme, random } = state
  const status = random.pick(['open', 'closed'])
  if (conversation_id) await changePastStatus(pool, { account_id: acme.id, conversation_id, status, at: moment(state) })
}

async function assign(state: State) {
  const id = await anyId(state, 'conversations')
  const conversation = { assignee_id: state.random.pick([state.ada.id, state.ada.id, state.ben.id, null]) }
  if (id) await state.ada.data('PUT', `/api/conversations/${id}`, { conversation })
}

async function changeTag(state: State) {
  const id = await anyId(state, 'conversations')
  if (!id) return
  const path = `/api/conversations/${id}/tags`
  if (state.random.next() < 0.7) await state.ada.post(path, { tag_id: state.tag_id })
  else await state.ada.delete(`${path}/${state.tag_id}`)
}

/** Two imports write at once, while somebody reads the report. */
async function importConversations(state: State) {
  const read = state.ada.data('GET', `/api/reporting?from_date=${FROM}&to_date=${TO}`)
  await Promise.all([beginConversation(state), beginConversation(state), read])
}

/** A file with new and known people. They were first seen at an earlier time. */
async function importPeople(state: State) {
  const emails = [1, 2].map(() => `imported${Math.floor(state.random.next() * 5)}@example.com`)
  const { status } = await importAll(state.ada, ['email', ...new Set(emails), ''].join('\n'))
  expect(status).toBe('done')
  const { rows } = await state.pool.query<{ id: string }>(
    'select id from customers where account_id = $1 and email = any($2) order by email',
    [state.acme.id, emails],
  )
  const first_seen = moment(state).toISOString().slice(0, 10)
  for (const { id } of rows) await state.ada.data('PUT', `/api/customers/${id}`, { customer: { first_seen } })
  state.customers = [...new Set([...state.customers, ...rows.map(({ id }) => id)])]
}

async function arrive(state: State) {
  const visitor = await new Visitor(state.server.url).arrives(state.acme.id, { name: 'Dora' })
  state.customers.push(visitor.customer_id)
  const first_seen = moment(state).toISOString().slice(0, 10)
  await state.ada.data('PUT', `/api/customers/${visitor.customer_id}`, { customer: { first_seen } })
}

/** Names are free text of a visitor's browser. */
async function changeBrowser(state: State) {
  const customer_id = state.random.pick(state.customers)
  const browser = state.random.pick(['Firefox', 'Safari', '__proto__', ''])
  await state.ada.put(`/api/customers/${customer_id}`, { customer: { browser, os: 'Linux' } })
}

async function eraseCustomer(state: State) {
  const customer_id = state.random.pick(state.customers)
  if (state.customers.length < 2) return
  state.customers = state.customers.filter((id) => id !== customer_id)
  expect((await state.ada.delete(`/api/customers/${customer_id}`)).status).toBe(204)
}

async function mergeCustomers(state: State) {
  const [kept, merged] = state.random.shuffle(state.customers)
  if (!kept || !merged) return
  const { status, body } = await merge(state.ada, kept, merged)
  expect(status).toBeLessThan(300)
  state.merges.push(body.data.id)
  state.customers = state.customers.filter((id) => id !== merged)
}

async function undoMerge(state: State) {
  const id = state.merges.pop()
  if (!id) return
  const { status, body } = await undo(state.ada, id)
  if (status < 300) state.customers.push(body.data.id)
}

async function moveZone(state: State) {
  state.zone = state.random.pick(ZONES)
  await state.ada.data('PUT', '/api/accounts/any', { account: { time_zone: state.zone } })
}

const HOURS: WorkingHours[][] = [
  [],
  [{ day: 'weekdays', start_minute: 540, end_minute: 1020 }],
  // Overnight, and over the hours in which clocks change.
  [
    { day: 'saturday', start_minute: 1320, end_minute: 150 },
    { day: 'sunday', start_minute: 90, end_minute: 1440 },
    { day: 'everyday', start_minute: 45, end_minute: 1200 },
  ],
]

async function moveHours(state: State) {
  state.hours = state.random.pick(HOURS)
  await state.ada.data('PUT', '/api/accounts/any', { account: { working_hours: state.hours } })
}

const times = (count: number, action: (state: State) => Promise<void>) => Array.from({ length: count }, () => action)
const ACTIONS = [
  ...times(4, beginConversation),
  ...times(2, importConversations),
  ...times(18, writeMessage),
  ...times(2, arrive),
  ...times(2, deleteMessage),
  ...times(4, editMessage),
  ...times(3, changeStatus),
  ...times(5, changeStatusBefore),
  ...times(4, assign),
  ...times(4, changeTag),
  ...times(2, changeBrowser),
  ...times(2, mergeCustomers),
  ...times(2, importPeople),
  ...[eraseConversation, eraseCustomer, undoMerge, moveZone, moveHours, moveHours],
]
