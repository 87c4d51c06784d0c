import { expect, onTestFinished, test } from 'vitest'
import { createMigratedDatabase, type TestDatabase } from '../../../test/database.js'
import { startTestServer } from '../../../test/server.js'
import { newCompany } from '../../../test/story.js'
import type { Account } from '../account.js'
import { databaseOf } from '../database/of.js'
import { defineFeature, type LoggedEvent } from '../feature.js'
import { logIfLate } from './reading-delay.js'

/** A write transaction that somebody began and forgot. */
async function forget(database: TestDatabase) {
  const client = await database.pool.connect()
  await client.query('begin')
  const { rows } = await client.query<{ pid: number }>('select pg_current_xact_id(), pg_backend_pid() as pid')
  let ended: Promise<void> | undefined
  const rollBack = () => client.query('rollback').then(() => client.release())
  const end = () => (ended ??= rollBack())
  return { pid: rows[0]?.pid, end }
}

async function scene() {
  const database = await createMigratedDatabase()
  const read: unknown[] = []
  async function noteTag(_account: Account, event: LoggedEvent) {
    read.push(event.payload.tag_id)
  }
  const features = [defineFeature({ later: { 'tag:created': [noteTag] } })]
  const server = await startTestServer({ env: { DATABASE_URL: database.url }, features })
  onTestFinished(async () => {
    await server.stop()
    await database.drop()
  })
  const { id, admin } = await newCompany(server, 'Acme', 'ada')
  const write = (tag_id: string, ago = '0 s') =>
    database.pool.query(
      `insert into events (account_id, type, payload, created_at) values ($1, 'tag:created', $2, now() - $3::interval)`,
      [id, { tag_id }, ago],
    )
  return { database, server, admin, read, write }
}

test('a forgotten transaction in another database does not stop the reactions', async () => {
  const elsewhere = await createMigratedDatabase()
  onTestFinished(() => elsewhere.drop())
  const { read, write } = await scene()
  const forgotten = await forget(elsewhere)
  onTestFinished(forgotten.end)

  await write('read')
  await expect.poll(() => read).toEqual(['read'])
})

test('while a forgotten transaction stops the reactions, /ready, the metrics and the log say so', async () => {
  const { database, server, admin, read, write } = await scene()
  const forgotten = await forget(database)
  onTestFinished(forgotten.end)
  await write('late', '130 s')

  const ready = async () => (await admin.get('/ready')).body
  await expect.poll(ready).toEqual({
    status: 'ready',
    warnings: [
      'Background work is 2 min late: emails, webhooks and integrations wait. A database transaction does not end: the log names it.',
    ],
  })
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  const seconds = Number(/^papercups_oldest_unread_event_seconds (.+)$/m.exec(metrics)?.[1])
  expect(seconds).toBeGreaterThan(129)
  const logged: unknown[] = []
  const { db } = databaseOf(server.platform)
  const log = { warn: (...line: unknown[]) => void logged.push(line) }
  await logIfLate(db, log)
  const database_name = (await database.pool.query('select current_database() as name')).rows[0].name
  expect(logged).toEqual([
    [
      {
        seconds: expect.any(Number),
        oldest_transaction: expect.objectContaining({
          pid: forgotten.pid,
          database: database_name,
          state: 'idle in transaction',
        }),
      },
      'background work waits for a database transaction to end',
    ],
  ])
  expect(read).toEqual([])

  await forgotten.end()
  await expect.poll(() => read).toEqual(['late'])
  await expect.poll(ready).toEqual({ status: 'ready' })
  await logIfLate(db, log)
  expect(logged).toHaveLength(1)
})
