import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startDatabaseProxy } from '../../../test/database-proxy.js'
import { createMigratedDatabase } from '../../../test/database.js'
import { createLog } from '../log.js'
import { openDatabase } from './database.js'
import { isUnavailable } from '../is-unavailable.js'
import { endSession, readSession } from './sessions.js'

const POOL = 'application_name\0papercups\0'

/** A pool through a proxy that can stop forwarding. It looks at queries sooner than in production. */
async function openThroughProxy(size: number) {
  const database = await createMigratedDatabase()
  const proxy = await startDatabaseProxy(database.url)
  const { pool, db, close } = openDatabase(proxy.url, size, createLog('silent'), 200)
  onTestFinished(async () => {
    await close()
    await proxy.stop()
    await database.drop()
  })
  return { database, proxy, pool, db }
}

const failed = (query: Promise<unknown>) =>
  query.then(
    () => 'answered',
    (error: unknown) => (isUnavailable(error) ? 'unavailable' : error),
  )

test('a query whose connection is lost without a trace fails, and the next one is answered', async () => {
  const { proxy, pool, db } = await openThroughProxy(1)
  await pool.query('select 1')

  expect(proxy.blackHole(POOL)).toBe(1)
  expect(await failed(sql`select 1`.execute(db))).toBe('unavailable')
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])

  expect(proxy.blackHole(POOL)).toBe(1)
  expect(await failed(pool.query('select 1'))).toBe('unavailable')
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a transaction whose connection is lost lets go of its locks', async () => {
  const { database, proxy, db } = await openThroughProxy(1)
  await database.pool.query('create table locked (id int); insert into locked values (1)')
  const lost = db.transaction().execute(async (tx) => {
    await sql`select from locked for update`.execute(tx)
    expect(proxy.blackHole(POOL)).toBe(1)
    await sql`update locked set id = 2`.execute(tx)
  })

  expect(await failed(lost)).toBe('unavailable')
  await sql`update locked set id = 3`.execute(db)
  expect((await database.pool.query('select id from locked')).rows).toEqual([{ id: 3 }])
})

test('after a failover a session with the pid of a lost one is left alone', async () => {
  const { database, proxy, pool } = await openThroughProxy(1)
  const now = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() - 60_000)
  const client = await pool.connect()
  clock.mockRestore()
  const stranger = await database.pool.connect()
  const { rows } = await stranger.query('select pg_backend_pid() as pid')
  Object.assign(client, { processID: rows[0].pid })

  expect(proxy.blackHole(POOL)).toBe(1)
  expect(await failed(client.query('select 1'))).toBe('unavailable')
  client.release()
  // The lost session is named last, so the others have been looked at.
  expect(await failed(pool.query('select 1'))).toBe('answered')
  expect(await failed(stranger.query('select 1'))).toBe('answered')
  stranger.release()
})

test('only the session that is meant is ended, not a later one with its pid', async () => {
  const { database, pool } = await openThroughProxy(1)
  const client = await database.pool.connect()
  client.on('error', () => undefined)
  const session = await readSession(client)
  if (!session) throw new Error('a session sees itself')

  await endSession(pool, { ...session, backend_start: '2020-01-01 00:00:00+00' })
  expect(await failed(client.query('select 1'))).toBe('answered')
  await endSession(pool, session)
  expect(await failed(client.query('select 1'))).toBe('unavailable')
  client.release(true)
})

test('a connection to a server that takes no writes is not used again', async () => {
  const { pool, db } = await openThroughProxy(1)
  await pool.query('set default_transaction_read_only = on')
  const write = sql`create table written ()`

  expect(await failed(db.transaction().execute((tx) => write.execute(tx)))).toBe('unavailable')
  expect(await failed(write.execute(db))).toBe('answered')
})

test('a long query, one that waits for a lock and an idle transaction are left alone', async () => {
  const { database, pool, db } = await openThroughProxy(3)
  await database.pool.query('create table locked (id int); insert into locked values (1)')
  const idle = await pool.connect()
  await idle.query('begin')
  const { waiting } = await db.transaction().execute(async (tx) => {
    await sql`select from locked for update`.execute(tx)
    const waiting = failed(pool.query('select from locked for update'))
    await sql`select pg_sleep(1.5)`.execute(tx)
    return { waiting }
  })

  expect(await waiting).toBe('answered')
  expect(await failed(idle.query('commit'))).toBe('answered')
  idle.release()
})
