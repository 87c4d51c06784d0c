import { expect, onTestFinished, test, vi } from 'vitest'
import { newScript } from '../../../../test/api-keys.js'
import { createMigratedDatabase } from '../../../../test/database.js'
import { expectErrors } from '../../../../test/logged-errors.js'
import { startTestServer } from '../../../../test/server.js'
import { newCompany, story } from '../../../../test/story.js'
import { databaseOf } from '../../../platform/database/of.js'
import { deleteOldCalls } from './unscoped.js'

async function scene() {
  const tale = await story()
  const { script } = await newScript(tale.ada)
  const { conversation_id } = tale.carla
  const send = (key: string, body: string, more: object = {}) =>
    script.post('/api/v1/messages', { message: { conversation_id, body, ...more } }, { 'idempotency-key': key })
  return { ...tale, script, send }
}

test('a repeated call gets the first answer and does nothing', async () => {
  const { send, heard, hearOut } = await scene()
  const first = await send('a', 'Hello')
  const second = await send('a', 'Hello')
  await hearOut()

  expect(first.status).toBe(201)
  expect(first.headers.has('idempotent-replayed')).toBe(false)
  expect([second.status, second.body]).toEqual([201, first.body])
  expect(second.headers.get('location')).toBe(first.headers.get('location'))
  expect(second.headers.get('idempotent-replayed')).toBe('true')
  expect(heard.byCustomer).toEqual(['Hello'])
  expect((await send('b', 'Hello')).body.data.id).not.toBe(first.body.data.id)
})

test('refuses the same key with another body, and a key that is blank or too long', async () => {
  const { send, script } = await scene()
  await send('a', 'Hello')
  expect(await send('a', 'Goodbye')).toMatchObject({
    status: 422,
    body: { error: { message: 'This Idempotency-Key was used for another call. Use a new key for each call.' } },
  })
  const tag = await script.post('/api/v1/tags', { tag: { name: 'a' } }, { 'idempotency-key': 'a' })
  expect(tag.status).toBe(422)
  expect((await send(' ', 'Hello')).status).toBe(400)
  expect((await send('a'.repeat(256), 'Hello')).status).toBe(400)
})

test('works for every resource', async () => {
  const { script, carla } = await scene()
  const { customer_id } = carla
  const bodies = {
    conversations: { conversation: { customer_id, message: { body: 'First' } } },
    customers: { customer: { name: 'Dora' } },
    companies: { company: { name: 'Dora Ltd' } },
    tags: { tag: { name: 'vip' } },
    issues: { issue: { title: 'Broken' } },
    notes: { note: { body: 'Friendly', customer_id } },
  }
  for (const [name, body] of Object.entries(bodies)) {
    const post = () => script.post(`/api/v1/${name}`, body, { 'idempotency-key': name })
    const [first, second] = [await post(), await post()]
    expect([name, first.status, second.body]).toEqual([name, 201, first.body])
    expect(second.headers.get('idempotent-replayed')).toBe('true')
  }
})

test('a refused call is not kept: it may be tried again with the same key', async () => {
  const { script } = await scene()
  const note = (customer_id: string) =>
    script.post('/api/v1/notes', { note: { body: 'Hi', customer_id } }, { 'idempotency-key': 'a' })
  expect((await note(crypto.randomUUID())).status).toBe(422)
  const { id } = await script.data('POST', '/api/v1/customers', { customer: { name: 'Dora' } })
  expect((await note(id)).status).toBe(201)
})

test('another account may use the same key', async () => {
  const { send, grace } = await scene()
  const mine = await send('shared', 'Hello')
  const { script } = await newScript(grace)
  const theirs = await script.post('/api/v1/tags', { tag: { name: 'Hello' } }, { 'idempotency-key': 'shared' })
  expect([mine.status, theirs.status]).toEqual([201, 201])
})

test('a message that was sent before is found under a new key too', async () => {
  const { send, heard, hearOut } = await scene()
  const client_message_id = crypto.randomUUID()
  const first = await send('a', 'Hello', { client_message_id })
  const again = await send('b', 'Hello', { client_message_id })
  await hearOut()
  expect([again.status, again.body.data.id]).toEqual([201, first.body.data.id])
  expect(heard.byCustomer).toEqual(['Hello'])
})

test('calls with a key leave connections for everybody else', async () => {
  const { script, server, ada, carla } = await scene()
  const { pool } = databaseOf(server.platform)
  const holder = await pool.connect()
  onTestFinished(() => holder.release())
  await holder.query('begin')
  await holder.query('select from conversations where id = $1 for update', [carla.conversation_id])
  const calls = Array.from({ length: 20 }, (_, at) => {
    const message = { conversation_id: carla.conversation_id, body: `Hello ${at}` }
    return script.post('/api/v1/messages', { message }, { 'idempotency-key': `waits ${at}` })
  })
  const waiting = "select count(*)::int as calls from pg_stat_activity where wait_event_type = 'Lock'"
  await vi.waitFor(async () => expect((await holder.query(waiting)).rows[0].calls).toBeGreaterThan(0))
  expect((await ada.get('/api/tags')).status).toBe(200)
  await holder.query('rollback')
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([201]))
})

test('of many calls at once only one does the work, also in two processes', async () => {
  const database = await createMigratedDatabase()
  const env = { DATABASE_URL: database.url }
  const servers = await Promise.all([startTestServer({ env }), startTestServer({ env })])
  onTestFinished(async () => {
    await Promise.all(servers.map((server) => server.stop()))
    await database.drop()
  })
  const { admin } = await newCompany(servers[0], 'Acme', 'ada')
  const { script } = await newScript(admin)
  const post = async (url: string) => {
    const headers = {
      authorization: script.token ?? '',
      'content-type': 'application/json',
      'idempotency-key': 'one',
    }
    const response = await fetch(`${url}/api/v1/companies`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ company: { name: 'Once' } }),
    })
    return response.status
  }
  // More calls than connections: the waiting ones must not keep the first from finishing.
  const statuses = await Promise.all(Array.from({ length: 40 }, (_, at) => post(servers[at % 2]?.url ?? '')))
  expect(new Set(statuses)).toEqual(new Set([201, 409]))
  expect(await admin.data('GET', '/api/companies')).toHaveLength(1)
  expect(await post(servers[0].url)).toBe(201)
  expect(await admin.data('GET', '/api/companies')).toHaveLength(1)
})

test('the work and its answer are stored together or not at all', async () => {
  expectErrors(/"no answer"/)
  const { send, server, ada, carla } = await scene()
  const { pool } = databaseOf(server.platform)
  // The answer cannot be stored, as if the server died after the work.
  await pool.query(`create function refuse_answer() returns trigger language plpgsql as $$ begin
    if new.answer like '%Breaks here%' then raise exception 'no answer'; end if; return new; end $$`)
  await pool.query(`create trigger refuse_answer before update on idempotent_calls for each row
    execute function refuse_answer()`)
  onTestFinished(async () => {
    await pool.query('drop function refuse_answer() cascade')
  })
  expect((await send('a', 'Breaks here')).status).toBe(500)
  const thread = `/api/conversations/${carla.conversation_id}/messages`
  expect(await ada.data('GET', thread)).toEqual([])

  await pool.query('drop trigger refuse_answer on idempotent_calls')
  expect((await send('a', 'Breaks here')).status).toBe(201)
  expect(await ada.data('GET', thread)).toHaveLength(1)
})

test('answers are kept for 24 hours', async () => {
  const { send, server, ada } = await scene()
  const { pool } = databaseOf(server.platform)
  const age = (interval: string) =>
    pool.query('update idempotent_calls set created_at = now() - $2::interval where account_id = $1', [
      ada.account_id,
      interval,
    ])
  const first = await send('a', 'Hello')
  await age('23 hours 59 minutes')
  await deleteOldCalls(server.platform)
  expect((await send('a', 'Hello')).body).toEqual(first.body)
  await age('24 hours 1 minute')
  expect((await send('a', 'Other')).status).toBe(201)
  await age('24 hours 1 minute')
  await deleteOldCalls(server.platform)
  const { rows } = await pool.query('select 1 from idempotent_calls where account_id = $1', [ada.account_id])
  expect(rows).toEqual([])
})

test('erasing a customer erases the kept answers about them', async () => {
  const { send, server, ada, carla } = await scene()
  await send('a', 'A secret of Carla')
  expect((await ada.delete(`/api/customers/${carla.customer_id}`)).status).toBe(204)
  const { rows } = await databaseOf(server.platform).pool.query(
    "select 1 from idempotent_calls where answer like '%A secret of Carla%'",
  )
  expect(rows).toEqual([])
})
