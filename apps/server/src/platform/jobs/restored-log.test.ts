import { expect, onTestFinished, test } from 'vitest'
import { createMigratedDatabase, type TestDatabase } from '../../../test/database.js'
import { testLog } from '../../../test/logged-errors.js'
import { startTestServer } from '../../../test/server.js'
import { newCompany } from '../../../test/story.js'
import type { Account } from '../account.js'
import { defineFeature, type LoggedEvent } from '../feature.js'
import { renumberRestoredEvents } from './restored-log.js'

/** Servers on one database whose reaction notes every tag that was made. */
async function scene() {
  const database = await createMigratedDatabase()
  onTestFinished(() => database.drop())
  const read: unknown[] = []
  async function noteTag(_account: Account, event: LoggedEvent) {
    read.push(event.payload.tag_id)
  }
  const start = async () => {
    const features = [defineFeature({ later: { 'tag:created': [noteTag] } })]
    const server = await startTestServer({ env: { DATABASE_URL: database.url }, features })
    onTestFinished(server.stop)
    return server
  }
  return { database, read, start }
}

const write = (database: TestDatabase, account_id: string, tag_id: string) =>
  database.pool.query(`insert into events (account_id, type, payload) values ($1, 'tag:created', $2)`, [
    account_id,
    { tag_id },
  ])

/** As in a dump from a server that had counted further. */
const restore = (database: TestDatabase) =>
  database.pool.query(`with log as (update events set txid = (txid::text::bigint + 1000000000)::text::xid8)
    update event_readers set last_txid = (last_txid::text::bigint + 1000000000)::text::xid8`)

const txids = async (database: TestDatabase) => {
  const { rows } = await database.pool.query<{ txid: string }>('select txid::text from events order by id')
  return rows.map(({ txid }) => txid)
}

test('a restored database: what was unread in the dump and what is new is read once and in order', async () => {
  const { database, read, start } = await scene()
  const old = await start()
  const { id } = await newCompany(old, 'Acme', 'ada')
  await write(database, id, 'read before the dump')
  await expect.poll(() => read).toHaveLength(1)
  await old.stop()
  for (const tag_id of ['unread 1', 'unread 2']) await write(database, id, tag_id)
  await restore(database)
  // An earlier version ran on the restored database and skipped this event.
  await write(database, id, 'missed')

  await Promise.all([start(), start()])
  await write(database, id, 'new')

  const expected = ['read before the dump', 'unread 1', 'unread 2', 'missed', 'new']
  await expect.poll(() => read).toEqual(expected)
  const last = 'select from events where (txid, id) >= (select last_txid, last_event_id from event_readers)'
  await expect.poll(async () => (await database.pool.query(last)).rowCount).toBe(1)
  expect(read).toEqual(expected)
})

test('events that the new server has already read are not read again', async () => {
  const { database, read, start } = await scene()
  const old = await start()
  const { id } = await newCompany(old, 'Acme', 'ada')
  await old.stop()
  await write(database, id, 'unread')
  await restore(database)
  // The dump's cursor was below the count of the new server, so its events were read.
  await write(database, id, 'read by the new server')
  await database.pool.query(
    `insert into event_readers (name, last_txid, last_event_id)
     select 'reactions', txid, id from events where payload ->> 'tag_id' like 'read by%'
     on conflict (name) do update set (last_txid, last_event_id) = (excluded.last_txid, excluded.last_event_id)`,
  )

  await start()
  await write(database, id, 'new')
  await expect.poll(() => read).toEqual(['unread', 'new'])
})

test('a database that was restored on its own server keeps its numbers', async () => {
  const { database, start } = await scene()
  const server = await start()
  const { id } = await newCompany(server, 'Acme', 'ada')
  await write(database, id, 'read')
  const before = await txids(database)
  await renumberRestoredEvents(database.pool, testLog)
  expect(before).toHaveLength(1)
  expect(await txids(database)).toEqual(before)
})
