import { expect, onTestFinished, test } from 'vitest'
import { Client } from '../../../../test/client.js'
import { createMigratedDatabase } from '../../../../test/database.js'
import { startTestServer } from '../../../../test/server.js'
import { AGENTS } from './cast.js'
import { PASSWORD, seed } from './seed.js'

test('the demo company fills every list', async () => {
  const server = await startTestServer()
  const made = await seed(server.platform)
  expect(made).toBeGreaterThan(100)
  expect(await seed(server.platform)).toBeUndefined()

  const ada = new Client(server.url)
  const session = await ada.post('/api/session', { user: { email: AGENTS[0].email, password: PASSWORD } })
  ada.token = session.body.data.token
  const buckets = {
    all: 'status=open&snoozed=false',
    me: 'status=open&assignee_id=me',
    mentions: 'status=open&mentioning=me',
    unread: 'status=open&read=false',
    unassigned: 'status=open&assignee_id',
    priority: 'status=open&priority=priority',
    snoozed: 'status=open&snoozed=true',
    closed: 'status=closed',
    deleted: 'archived=true',
  }
  for (const [bucket, query] of Object.entries(buckets)) {
    const { body } = await ada.get(`/api/conversations?${query}&message_limit=1`)
    expect(body.data.length, bucket).toBeGreaterThan(0)
  }

  for (const path of ['tags', 'companies', 'notes', 'issues', 'canned_responses', 'customers', 'users']) {
    expect((await ada.get(`/api/${path}`)).body.data.length, path).toBeGreaterThan(2)
  }
  expect(await ada.data('GET', '/api/inboxes')).toHaveLength(2)
  const bodies = JSON.stringify((await ada.get('/api/conversations?status=open')).body)
  for (const word of ['encomenda', 'Firefox', 'Bonjour', 'Dzień dobry', 'مرحبا']) expect(bodies).toContain(word)
})

test('the customers of the demo company get no emails', async () => {
  const database = await createMigratedDatabase()
  const server = await startTestServer({ env: { DATABASE_URL: database.url } })
  onTestFinished(async () => {
    await server.stop()
    await database.drop()
  })
  await seed(server.platform)
  const answers = await database.pool.query<{ is_seen: boolean }>(
    'select seen_at is not null as is_seen from messages where user_id is not null and not private',
  )
  expect(answers.rowCount).toBeGreaterThan(100)
  expect(answers.rows.every(({ is_seen }) => is_seen)).toBe(true)
})

test('an interrupted seed can be run again', async () => {
  const database = await createMigratedDatabase()
  onTestFinished(() => database.drop())
  const env = { DATABASE_URL: database.url }
  const interrupted = await startTestServer({ env })
  const failed = seed(interrupted.platform).catch((error: unknown) => error)
  const messages = () => database.pool.query('select from messages')
  await expect.poll(async () => (await messages()).rowCount, { timeout: 30_000 }).toBeGreaterThan(20)
  await interrupted.stop()
  expect(await failed).toBeInstanceOf(Error)

  const server = await startTestServer({ env })
  onTestFinished(() => server.stop())
  expect(await seed(server.platform)).toBeGreaterThan(100)
  expect(await seed(server.platform)).toBeUndefined()
  const { rows } = await database.pool.query('select company_name from accounts')
  expect(rows).toEqual([{ company_name: 'Acme' }])
})
