import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from './migrate.js'
import { createTestDatabase, type TestDatabase } from '../../../test/database.js'

let database: TestDatabase
let pool: Pool

beforeAll(async () => {
  database = await createTestDatabase()
  pool = database.pool
  await migrate(pool)
})
afterAll(() => database.drop())

/** Ada answered Carla, with a file, a note and a mention of Ben. */
async function acme() {
  const insert = async (table: string, row: Record<string, unknown>) => {
    const places = Object.keys(row).map((_, index) => `$${index + 1}`)
    const sql = `insert into ${table} (${Object.keys(row).join()}) values (${places.join()}) returning id`
    const { rows } = await pool.query<{ id: string }>(sql, Object.values(row))
    return rows[0]?.id
  }
  const account_id = await insert('accounts', { company_name: 'Acme' })
  const ada = await insert('users', { account_id, email: `${randomUUID()}@acme.test`, role: 'admin' })
  const ben = await insert('users', { account_id, email: `${randomUUID()}@acme.test` })
  const inbox_id = await insert('inboxes', { account_id, name: 'Primary Inbox', is_primary: true })
  const company_id = await insert('companies', { account_id, name: 'Carla & Co' })
  const customer_id = await insert('customers', { account_id, company_id, name: 'Carla' })
  const conversation = { account_id, customer_id, inbox_id, assignee_id: ada }
  const conversation_id = await insert('conversations', conversation)
  const client_message_id = randomUUID()
  const question = await insert('messages', { account_id, conversation_id, customer_id, seq: 1, client_message_id })
  const answer = await insert('messages', { account_id, conversation_id, user_id: ada, seq: 2 })
  const file = {
    account_id,
    user_id: ada,
    filename: 'a.pdf',
    file_url: '/files/a.pdf',
    content_type: 'application/pdf',
  }
  const file_id = await insert('files', file)
  await insert('message_files', { account_id, message_id: answer, file_id })
  await insert('mentions', { account_id, conversation_id, message_id: answer, user_id: ben })
  await insert('notes', { account_id, customer_id, author_id: ada, body: 'Likes long answers' })
  const session_id = await insert('sessions', { account_id, user_id: ada, expires_at: new Date() })
  return {
    account_id,
    ada,
    ben,
    inbox_id,
    company_id,
    customer_id,
    conversation_id,
    client_message_id,
    question,
    session_id,
    insert,
  }
}

const rows = async (sql: string, ...values: unknown[]) => (await pool.query<Record<string, unknown>>(sql, values)).rows
const count = async (table: string, account_id: unknown) =>
  Number((await rows(`select count(*) from ${table} where account_id = $1`, account_id))[0]?.count)

test('deleting a user keeps their messages and notes', async () => {
  const { account_id, ada } = await acme()

  await pool.query('delete from users where id = $1', [ada])

  expect(await rows('select seq, user_id from messages where account_id = $1 order by seq', account_id)).toEqual([
    { seq: '1', user_id: null },
    { seq: '2', user_id: null },
  ])
  expect(await rows('select author_id, body from notes where account_id = $1', account_id)).toEqual([
    { author_id: null, body: 'Likes long answers' },
  ])
  expect(await rows('select assignee_id from conversations where account_id = $1', account_id)).toEqual([
    { assignee_id: null },
  ])
  expect(await count('files', account_id)).toBe(1)
  expect(await count('sessions', account_id)).toBe(0)
})

test('deleting a user deletes their mentions', async () => {
  const { account_id, ben } = await acme()
  await pool.query('delete from users where id = $1', [ben])
  expect(await count('mentions', account_id)).toBe(0)
  expect(await count('messages', account_id)).toBe(2)
})

test('deleting a customer deletes their conversations, also with attachments', async () => {
  const { account_id, customer_id } = await acme()
  await pool.query('delete from customers where id = $1', [customer_id])
  for (const table of ['conversations', 'messages', 'message_files', 'mentions', 'notes']) {
    expect(await count(table, account_id), table).toBe(0)
  }
})

test('deleting a company or an inbox keeps its customers and conversations', async () => {
  const { account_id, company_id, inbox_id, customer_id } = await acme()
  await pool.query('delete from companies where id = $1', [company_id])
  await pool.query('delete from inboxes where id = $1', [inbox_id])
  expect(await rows('select id, company_id from customers where account_id = $1', account_id)).toEqual([
    { id: customer_id, company_id: null },
  ])
  expect(await rows('select inbox_id from conversations where account_id = $1', account_id)).toEqual([
    { inbox_id: null },
  ])
})

test('an account has one primary inbox', async () => {
  const { account_id, insert } = await acme()
  await insert('inboxes', { account_id, name: 'Second' })
  await expect(insert('inboxes', { account_id, name: 'Third', is_primary: true })).rejects.toMatchObject({
    constraint: 'inboxes_one_primary',
  })
})

test('refuses a second message with the same number or client id', async () => {
  const { account_id, conversation_id, client_message_id, insert } = await acme()
  const message = { account_id, conversation_id }
  await expect(insert('messages', { ...message, seq: 2 })).rejects.toMatchObject({ code: '23505' })
  await expect(insert('messages', { ...message, seq: 3, client_message_id })).rejects.toMatchObject({
    constraint: 'messages_sent_once',
  })
})

test('an email is lower case and unique over all accounts', async () => {
  const { account_id, insert } = await acme()
  const globex = await acme()
  const email = `${randomUUID()}@acme.test`
  await expect(insert('users', { account_id, email: email.toUpperCase() })).rejects.toMatchObject({ code: '23514' })
  await insert('users', { account_id, email })
  await expect(insert('users', { account_id: globex.account_id, email })).rejects.toMatchObject({ code: '23505' })
})

test('stores instants with milliseconds', async () => {
  const { account_id, conversation_id } = await acme()
  const at = new Date('2024-03-09T14:05:22.417Z')
  await pool.query('update conversations set last_activity_at = $2 where id = $1', [conversation_id, at])
  const found = await rows(
    'select last_activity_at from conversations where account_id = $1 and last_activity_at = $2',
    account_id,
    at,
  )
  expect(found).toEqual([{ last_activity_at: at }])
})

test('an event stores its transaction id', async () => {
  const { account_id } = await acme()
  const [event] = await rows(
    `insert into events (account_id, type) values ($1, 'message:created')
     returning payload, txid = pg_current_xact_id() as own, txid::text`,
    account_id,
  )
  expect(event).toMatchObject({ payload: {}, own: true })
})

test('notifies about changes that affect a sign-in, and no others', async () => {
  const { ada, ben, session_id } = await acme()
  const client = await pool.connect()
  const notices: Array<string | undefined> = []
  client.on('notification', ({ payload }) => notices.push(payload))
  await client.query('listen changed')

  await client.query('update users set has_valid_email = true, updated_at = now() where id = $1', [ada])
  await client.query('update sessions set last_used_at = now() where id = $1', [session_id])
  await client.query('update users set role = $2 where id = $1', [ben, 'user'])
  await client.query('update users set role = $2 where id = $1', [ben, 'admin'])
  await client.query('update users set disabled_at = now() where id = $1', [ben])
  await client.query('update users set password_hash = $2 where id = $1', [ada, 'x'])
  await client.query('update sessions set revoked_at = now() where id = $1', [session_id])
  await client.query('delete from users where id = $1', [ada])
  client.release(true)

  expect(notices.slice(0, 4)).toEqual([`user:${ben}`, `user:${ben}`, `user:${ada}`, `session:${session_id}`])
  expect(new Set(notices.slice(4))).toEqual(new Set([`session:${session_id}`, `user:${ada}`]))
})
