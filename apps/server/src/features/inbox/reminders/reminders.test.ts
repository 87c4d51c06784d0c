import type { Message } from '@papercups/contract'
import { beforeAll, expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { jobsDone } from '../../../../test/mail.js'
import { startTestServer, type TestServer } from '../../../../test/server.js'
import { newCompany, newTeammate, Visitor, type Agent } from '../../../../test/story.js'
import { remindTeam, remindTeams } from './remind-team.js'
import { accountsWithReminders } from './unscoped.js'

const HOUR = 3_600_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})

const turnOn = (admin: Agent, settings: object = {}) =>
  admin.data('PUT', '/api/accounts/me', {
    account: { settings: { conversation_reminders_enabled: true, ...settings } },
  })

/** Carla asked Acme something. Acme has reminders every two hours, at most two. */
async function waiting() {
  const acme = await newCompany(server, 'Acme', 'ada')
  const ada = acme.admin
  await turnOn(ada, { conversation_reminder_hours_interval: 2, max_num_conversation_reminders: 2 })
  const carla = await (await new Visitor(server.url).arrives(acme.id, { name: 'Carla' })).opensChat()
  await carla.says('Where is my parcel?')
  const { conversation_id } = carla
  const path = `/api/conversations/${conversation_id}`
  return {
    acme,
    ada,
    carla,
    path,
    conversation_id,
    /** Runs reminders as if `hours` had passed since the last message. */
    after: (hours: number) => remind(acme.id, hours),
    notes: async (): Promise<Message[]> => {
      const { messages } = await ada.data('GET', path)
      return messages.filter(({ type }: Message) => type === 'bot')
    },
  }
}

function remind(account_id: string, hours: number) {
  const moment = new Date(Date.now() + hours * HOUR).toISOString()
  return remindTeam.run(server.platform.account(account_id), { moment }, server.platform)
}

/** Makes everything in the conversation `hours` older. */
async function happenedBefore(conversation_id: string, hours: number) {
  const { db } = databaseOf(server.platform)
  const at = new Date(Date.now() - hours * HOUR)
  await db.updateTable('messages').set({ created_at: at }).where('conversation_id', '=', conversation_id).execute()
  await db.updateTable('conversations').set({ last_activity_at: at }).where('id', '=', conversation_id).execute()
}

test('reminds the team at the interval, up to the maximum', async () => {
  const { ada, carla, conversation_id, path, after, notes } = await waiting()
  await ada.data('PUT', path, { conversation: { read: true } })

  await after(1.9)
  expect(await notes()).toEqual([])

  await after(2.1)
  const [first, ...others] = await notes()
  expect(others).toEqual([])
  expect(first).toMatchObject({
    type: 'bot',
    private: true,
    user_id: ada.id,
    conversation_id,
    metadata: { is_reminder: true, reminder_count: 1 },
    body: expect.stringMatching(/reminder 1 of 2; the next one comes in 2 hours.*\/settings\/overview/),
  })
  // It is unread again, still unassigned, and still waits for its first reply.
  expect(await ada.data('GET', path)).toMatchObject({ read: false, status: 'open', assignee_id: null })
  await carla.hearOut()
  expect(carla.heard.filter(({ type }) => type === 'bot')).toEqual([])

  await after(1.9)
  expect(await notes()).toHaveLength(1)
  await after(2.1)
  expect((await notes()).map(({ metadata }) => metadata?.reminder_count)).toEqual([1, 2])
  expect((await notes())[1]?.body).toContain('the last automated reminder')
  await after(100)
  expect(await notes()).toHaveLength(2)

  // The limit is raised to three. When the customer writes again, the count starts again.
  await turnOn(ada, { conversation_reminder_hours_interval: 2, max_num_conversation_reminders: 3 })
  await after(2.1)
  expect((await notes()).map(({ metadata }) => metadata?.reminder_count)).toEqual([1, 2, 3])
  await carla.says('Hello?', { metadata: { is_reminder: true, reminder_count: 99 } })
  await after(2.1)
  expect((await notes()).map(({ metadata }) => metadata?.reminder_count)).toEqual([1, 2, 3, 1])
})

test('two processes at the same moment post one reminder', async () => {
  const { acme, conversation_id, notes } = await waiting()
  await happenedBefore(conversation_id, 3)
  await Promise.all([1, 2, 3, 4].map(() => remind(acme.id, 0)))
  expect(await notes()).toHaveLength(1)
})

test('does not remind of answered, closed, snoozed, archived or bot conversations', async () => {
  const quiet: Array<(story: Awaited<ReturnType<typeof waiting>>) => Promise<unknown>> = [
    ({ ada, conversation_id }) => ada.replies(conversation_id, 'On its way'),
    ({ ada, conversation_id }) => ada.notes(conversation_id, 'I will ask the carrier'),
    ({ ada, conversation_id }) => ada.sends({ conversation_id, body: 'We have your message', type: 'bot' }),
    ({ ada, path }) => ada.data('PUT', path, { conversation: { status: 'closed' } }),
    ({ ada, path }) => ada.data('POST', `${path}/snooze`, { snooze: { until: null } }),
    ({ ada, path }) => ada.data('POST', `${path}/archive`),
  ]
  for (const quieten of quiet) {
    const story = await waiting()
    await quieten(story)
    const before = await story.notes()
    await story.after(1_000)
    expect(await story.notes(), quieten.toString()).toEqual(before)
  }
})

test('the assignee is the author, unless they have left', async () => {
  const { acme, ada, path, after, notes } = await waiting()
  const ben = await newTeammate(server, acme, 'ben')
  await ada.data('PUT', path, { conversation: { assignee_id: ben.id } })
  await after(2.1)
  await ada.data('POST', `/api/users/${ben.id}/disable`)
  await after(2.1)
  expect((await notes()).map(({ user_id }) => user_id)).toEqual([ben.id, ada.id])
})

test('posts none outside working hours, when off, or with a maximum of zero', async () => {
  const { ada, after, notes } = await waiting()
  const save = (account: object) => ada.data('PUT', '/api/accounts/me', { account })
  await save({ time_zone: 'Europe/Lisbon', working_hours: [] })
  await after(3)
  await save({ time_zone: null, settings: { conversation_reminders_enabled: false } })
  await after(1_000)
  await turnOn(ada, { max_num_conversation_reminders: 0 })
  await after(1_000)
  expect(await notes()).toEqual([])

  // Three days is the default.
  await turnOn(ada)
  await after(71)
  expect(await notes()).toEqual([])
  await after(73)
  expect((await notes())[0]?.body).toMatch(/1 of 3; the next one comes in 72 hours/)
})

test('longest waiting first, ten at a time', async () => {
  const { acme, ada, conversation_id, after } = await waiting()
  const { customer_id } = await ada.data('GET', `/api/conversations/${conversation_id}`)
  const { db } = databaseOf(server.platform)
  const rows = Array.from({ length: 11 }, () => ({ account_id: acme.id, customer_id, last_activity_at: new Date() }))
  const ids = (await db.insertInto('conversations').values(rows).returning('id').execute()).map(({ id }) => id)
  const messages = ids.map((conversation_id) => ({ account_id: acme.id, conversation_id, customer_id, seq: 1 }))
  await db.insertInto('messages').values(messages).execute()
  await db.updateTable('conversations').set({ last_seq: 1 }).where('id', 'in', ids).execute()
  const reminded = async () => {
    const bots = db.selectFrom('messages').select('conversation_id').where('account_id', '=', acme.id)
    return new Set((await bots.where('type', '=', 'bot').execute()).map(({ conversation_id }) => conversation_id))
  }
  await after(2.1)
  expect((await reminded()).size).toBe(10)
  expect(await reminded()).toContain(conversation_id)
  await after(2.1)
  expect((await reminded()).size).toBe(12)
})

test('runs for every account with reminders on, and no other', async () => {
  const { acme, conversation_id, notes } = await waiting()
  const globex = await newCompany(server, 'Globex', 'grace')
  const enabled = await accountsWithReminders(server.platform)
  expect(enabled).toContain(acme.id)
  expect(enabled).not.toContain(globex.id)

  await happenedBefore(conversation_id, 3)
  await Promise.all([remindTeams(server.platform), remindTeams(server.platform)])
  await jobsDone(server)
  expect(await notes()).toHaveLength(1)
  const { rows } = await databaseOf(server.platform).pool.query(
    "select 1 from graphile_worker._private_known_crontabs where identifier = 'reminders.remind-teams'",
  )
  expect(rows).toHaveLength(1)
})
