import type { ScheduledMessage } from '@papercups/contract'
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { jobsDone } from '../../../../test/mail.js'
import { startTestServer, type TestServer } from '../../../../test/server.js'
import { newCompany, newTeammate, Visitor, type Agent } from '../../../../test/story.js'
import { sendScheduled } from './send-scheduled.js'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})

async function team() {
  const acme = await newCompany(server, 'Acme', 'ada')
  const ada = acme.admin
  const ben = await newTeammate(server, acme, 'ben')
  const carla = await (await new Visitor(server.url).arrives(acme.id, { name: 'Carla' })).opensChat()
  const { conversation_id } = carla
  const later = (agent: Agent, more: object = {}) =>
    agent.post('/api/scheduled_messages', {
      scheduled_message: { conversation_id, body: 'Good morning!', type: 'reply', send_at: inMinutes(60), ...more },
    })
  const waiting = (agent: Agent = ada): Promise<ScheduledMessage[]> =>
    agent.data('GET', `/api/scheduled_messages?conversation_id=${conversation_id}`)
  const messages = async () => (await ada.data('GET', `/api/conversations/${conversation_id}`)).messages
  const bodies = async () => (await messages()).map(({ body }: { body: string }) => body)
  /** Makes it due. */
  const due = async (id: string) => {
    const { db } = databaseOf(server.platform)
    await db
      .updateTable('scheduled_messages')
      .set({ send_at: new Date(Date.now() - 1_000) })
      .where('id', '=', id)
      .execute()
    await server.platform.account(acme.id).enqueue(sendScheduled, { id })
  }
  return { acme, ada, ben, carla, later, waiting, messages, bodies, due }
}

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

test('a message is sent at its time in its author’s name', async () => {
  const { acme, ada, ben, carla, later, waiting, messages } = await team()
  const received: unknown[] = []
  const inbox = await ada.join(`notification:${acme.id}`)
  inbox.on('scheduled_message:changed', (change) => received.push(change))

  const { status, headers, body } = await later(ben, { send_at: new Date(Date.now() + 1_500).toISOString() })
  expect(status).toBe(201)
  expect(headers.get('location')).toBe(`/api/scheduled_messages/${body.data.id}`)
  expect(body.data).toMatchObject({ user_id: ben.id, body: 'Good morning!', type: 'reply', held_reason: null })
  expect(await waiting()).toEqual([body.data])
  expect(carla.heard).toEqual([])

  await expect.poll(waiting, { timeout: 20_000 }).toEqual([])
  expect(await messages()).toMatchObject([{ body: 'Good morning!', user_id: ben.id, private: false, type: 'reply' }])
  await carla.hearOut()
  expect(carla.heard).toMatchObject([{ body: 'Good morning!' }])
  await inbox.push('ping')
  const { conversation_id } = carla
  expect(received).toEqual([{ conversation_id }, { conversation_id }])
})

test('a note with a file and a mention stays with the team', async () => {
  const { ada, ben, carla, later, waiting, messages, due } = await team()
  const form = new FormData()
  form.set('account_id', ada.account_id)
  form.set('file', new Blob(['words'], { type: 'text/plain' }), 'plan.txt')
  const uploaded = await fetch(`${server.url}/api/upload`, { method: 'POST', body: form })
  const { data: file } = (await uploaded.json()) as { data: { id: string } }

  const { body } = await later(ada, {
    body: null,
    type: 'note',
    file_ids: [file.id],
    mentioned_user_ids: [ben.id],
    metadata: { disable_webhook_events: true },
  })
  expect(await waiting(ben)).toMatchObject([{ attachments: [{ filename: 'plan.txt' }], mentioned_user_ids: [ben.id] }])
  await due(body.data.id)
  await expect.poll(waiting, { timeout: 20_000 }).toEqual([])
  expect(await messages()).toMatchObject([
    { private: true, type: 'note', attachments: [{ id: file.id }], metadata: { disable_webhook_events: true } },
  ])
  const { mentions } = await ada.data('GET', `/api/conversations/${carla.conversation_id}`)
  expect(mentions).toMatchObject([{ user_id: ben.id }])
  await carla.hearOut()
  expect(carla.heard).toEqual([])
})

test('is sent once, however often the job runs', async () => {
  const { acme, ada, later, bodies, due } = await team()
  const { body } = await later(ada)
  const account = server.platform.account(acme.id)
  await Promise.all(
    Array.from({ length: 5 }, () => account.enqueue(sendScheduled, { id: body.data.id }, { after: '2 s' })),
  )
  await due(body.data.id)
  await jobsDone(server)
  await expect
    .poll(
      async () => {
        const { pool } = databaseOf(server.platform)
        return (
          await pool.query(
            `select 1 from graphile_worker.jobs where task_identifier = $1 and run_at < now() + interval '1 minute'`,
            [sendScheduled.name],
          )
        ).rowCount
      },
      { timeout: 20_000 },
    )
    .toBe(0)
  expect(await bodies()).toEqual(['Good morning!'])
})

test('a moved, edited or deleted message is sent as it is then, or not at all', async () => {
  const { acme, ada, ben, later, waiting, bodies, due } = await team()
  const [first, second] = [(await later(ada)).body.data, (await later(ada, { body: 'Never mind' })).body.data]
  const path = `/api/scheduled_messages/${first.id}`

  expect(await ben.put(path, { scheduled_message: { body: 'Not my words' } })).toMatchObject({ status: 403 })
  const put = (scheduled_message: object) => ada.put(path, { scheduled_message })
  expect((await put({ body: 'Good evening!', send_at: inMinutes(120) })).body.data).toMatchObject({
    body: 'Good evening!',
  })
  expect((await put({ body: ' ' })).body.error.errors).toEqual({ body: ["can't be blank"] })

  // Runs the job of the earlier time.
  await server.platform.account(acme.id).enqueue(sendScheduled, { id: first.id })
  expect(await ben.delete(`/api/scheduled_messages/${second.id}`)).toMatchObject({ status: 204 })
  await server.platform.account(acme.id).enqueue(sendScheduled, { id: second.id })
  await jobsDone(server)
  expect(await bodies()).toEqual([])
  expect(await waiting()).toMatchObject([{ id: first.id }])

  await due(first.id)
  await expect.poll(bodies, { timeout: 20_000 }).toEqual(['Good evening!'])
  expect((await ada.delete(path)).status).toBe(404)
})

test('keeps the message of a user who left, with a reason', async () => {
  const { ada, ben, later, waiting, bodies, due } = await team()
  const { id } = (await later(ben)).body.data
  await ada.data('POST', `/api/users/${ben.id}/disable`)
  await due(id)
  await expect
    .poll(waiting, { timeout: 20_000 })
    .toMatchObject([{ id, held_reason: expect.stringContaining('author') }])
  expect(await bodies()).toEqual([])

  await ada.data('POST', `/api/users/${ben.id}/enable`)
  const password = 'correct horse battery'
  ben.token = (await ben.data('POST', '/api/session', { user: { email: ben.email, password } })).token
  await ben.data('PUT', `/api/scheduled_messages/${id}`, { scheduled_message: { send_at: inMinutes(0) } })
  await expect.poll(bodies, { timeout: 20_000 }).toEqual(['Good morning!'])
})

test('rejects invalid messages before they are scheduled', async () => {
  const { ada, later, waiting } = await team()
  const errorsOf = async (more: object) => (await later(ada, more)).body.error.errors
  expect(await errorsOf({ body: ' ' })).toEqual({ body: ["can't be blank"] })
  expect(await errorsOf({ send_at: inMinutes(-5) })).toEqual({ send_at: ['must be in the future'] })
  expect(await errorsOf({ send_at: inMinutes(60 * 24 * 400) })).toEqual({ send_at: ['must be within a year'] })
  expect(await errorsOf({ send_at: 'tomorrow' })).toEqual({ send_at: ['is invalid'] })
  expect(await errorsOf({ type: 'bot' })).toEqual({ type: ['is invalid'] })
  expect(await errorsOf({ file_ids: [randomUUID()] })).toEqual({ file_ids: ['does not exist'] })
  expect(await waiting()).toEqual([])
})

test('another company cannot read or write it', async () => {
  const { ada, carla, later, waiting } = await team()
  const grace = (await newCompany(server, 'Globex', 'grace')).admin
  const { id } = (await later(ada)).body.data
  const path = `/api/scheduled_messages/${id}`
  expect((await grace.get(`/api/scheduled_messages?conversation_id=${carla.conversation_id}`)).status).toBe(404)
  expect((await grace.put(path, { scheduled_message: { send_at: inMinutes(1) } })).status).toBe(404)
  expect((await grace.delete(path)).status).toBe(404)
  expect((await later(grace)).status).toBe(404)
  expect((await later(ada, { mentioned_user_ids: [grace.id] })).body.error.errors).toEqual({
    mentioned_user_ids: ['does not exist'],
  })
  expect(await waiting()).toHaveLength(1)
})

test('at most a hundred are scheduled in one conversation', async () => {
  const { acme, ada, carla, later, waiting } = await team()
  const { db } = databaseOf(server.platform)
  const row = { account_id: acme.id, conversation_id: carla.conversation_id, user_id: ada.id, type: 'reply' } as const
  const rows = Array.from({ length: 100 }, () => ({ ...row, body: 'Later', send_at: new Date(inMinutes(600)) }))
  await db.insertInto('scheduled_messages').values(rows).execute()
  expect(await later(ada)).toMatchObject({ status: 409 })
  expect(await waiting()).toHaveLength(100)
})
