import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startDatabaseProxy } from '../../../test/database-proxy.js'
import { createMigratedDatabase } from '../../../test/database.js'
import { createLog } from '../log.js'
import { openDatabase } from './database.js'
import { isUnavailable } from '../is-unavailable.js'

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
