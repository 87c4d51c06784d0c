import type { WorkerEvents } from 'graphile-worker'
import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { Type } from 'typebox'
import { expect, onTestFinished, test } from 'vitest'
import { startDatabaseProxy } from '../../../test/database-proxy.js'
import { createMigratedDatabase } from '../../../test/database.js'
import { expectErrors } from '../../../test/logged-errors.js'
import { startTestServer } from '../../../test/server.js'
import { newCompany } from '../../../test/story.js'
import { defineFeature, defineJob } from '../feature.js'
import { isUnavailable } from '../is-unavailable.js'
import { watchLostJobs } from './lost-jobs.js'
import { createWorkerPool } from './worker-pool.js'

/** Only the pool, not the connection that listens for changes. */
const POOL = 'application_name\0papercups\0'

/** A server that reaches its database through a proxy, with a job that ends when the test says so. */
async function scene() {
  const database = await createMigratedDatabase()
  const proxy = await startDatabaseProxy(database.url)
  const ran: string[] = []
  let end = (_error?: Error) => {}
  const ended = new Promise<void>((resolve, reject) => (end = (error) => (error ? reject(error) : resolve())))
  const held = defineJob({
    name: `test.held-${randomUUID()}`,
    input: Type.Object({ id: Type.String() }),
    async run(_account, { id }) {
      ran.push(id)
      await ended
    },
  })
  const server = await startTestServer({
    env: { DATABASE_URL: proxy.url },
    features: [defineFeature({ jobs: [held] })],
  })
  onTestFinished(async () => {
    await server.stop()
    await proxy.stop()
    await database.drop()
  })
  const { id, admin } = await newCompany(server, 'Acme', 'ada')
  const account = server.platform.account(id)
  const jobs = async () => {
    const { rows } = await database.pool.query<{ last_error: string | null; is_locked: boolean }>(
      `select last_error, locked_by is not null as is_locked from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = $1`,
      [held.name],
    )
    return rows
  }
  return { database, proxy, admin, account, held, ran, end, jobs }
}

const PATIENCE = { timeout: 60_000 }

/** What the queue and the reader of the event log say about a lost connection. */
const LOST = /Connection terminated unexpectedly|is not queryable/

test.each([undefined, new Error('not today')])(
  'a job that ends while the database is away is ended once it is back (%s)',
  PATIENCE,
  async (error) => {
    expectErrors(LOST, ...(error ? [/with error 'not today'/] : []))
    const { proxy, account, held, ran, end, jobs } = await scene()
    await account.enqueue(held, { id: 'first' })
    await expect.poll(() => ran).toEqual(['first'])

    proxy.cut(POOL)
    end(error)
    await expect.poll(() => proxy.refusals).toBeGreaterThan(10)
    proxy.mend()

    const expected = error ? [{ last_error: 'not today', is_locked: false }] : []
    await expect.poll(jobs, PATIENCE).toEqual(expected)
    expect(ran).toEqual(['first'])
  },
)

test(
  'a server that takes no writes for a while: calls get 503, a job that ends is stored later',
  PATIENCE,
  async () => {
    expectErrors(/in a read-only transaction|is not queryable|Connection terminated/)
    const { database, proxy, admin, account, held, ran, end, jobs } = await scene()
    const { rows } = await database.pool.query<{ name: string }>('select current_database() as name')
    await account.enqueue(held, { id: 'first' })
    await expect.poll(() => ran).toEqual(['first'])
    const addTag = async () => (await admin.post('/api/tags', { tag: { name: randomUUID() } })).status

    // New sessions cannot write, as after a failover.
    await database.pool.query(`alter database ${rows[0]?.name} set default_transaction_read_only = on`)
    proxy.cut(POOL)
    proxy.mend()
    await expect.poll(addTag).toBe(503)
    end()
    expect(await addTag()).toBe(503)
    await database.pool.query(
      `begin read write; alter database ${rows[0]?.name} reset default_transaction_read_only; commit`,
    )

    await expect.poll(addTag).toBe(201)
    await expect.poll(jobs, PATIENCE).toEqual([])
    expect(ran).toEqual(['first'])
  },
)

test('a worker waits while the name of the database server is not found', async () => {
  const database = await createMigratedDatabase()
  onTestFinished(() => database.drop())
  const { options } = database.pool
  const url = options.connectionString
  options.connectionString = 'postgres://nobody@database.invalid/papercups'
  const connecting = createWorkerPool(database.pool).connect()
  const refused = await database.pool.connect().catch((error: unknown) => error)
  expect(isUnavailable(refused)).toBe(true)
  expect(refused).toMatchObject({ code: expect.stringMatching(/ENOTFOUND|EAI_AGAIN/) })

  options.connectionString = url
  const client = await connecting
  client.release()
})

test.each(['EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', '25006'])('%s means unavailable', (code) => {
  expect(isUnavailable(Object.assign(new Error('away'), { code }))).toBe(true)
})

test('the queue tries to store the end of a job again when the connection breaks', async () => {
  const database = await createMigratedDatabase()
  onTestFinished(() => database.drop())
  database.pool.on('connect', (client) => client.on('error', () => undefined))
  const pool = createWorkerPool(database.pool)
  const breakDuring = async (name: string) => {
    const client = await pool.connect()
    const broken = client.query({ name, text: 'select pg_terminate_backend(pg_backend_pid())' })
    return broken.finally(() => client.release())
  }

  await expect(breakDuring('complete_job/graphile_worker')).rejects.toMatchObject({ code: '40001' })
  await expect(breakDuring('fail_job_q/graphile_worker')).rejects.toMatchObject({ code: '40001' })
  await expect(breakDuring('get_job/graphile_worker')).rejects.toMatchObject({ code: '57P01' })
})

test('runs a job that was locked for this process while the answer got lost', PATIENCE, async () => {
  const { database, account, held, ran, end, jobs } = await scene()
  const { rows } = await database.pool.query<{ worker_id: string }>('select worker_id from job_workers')
  await account.enqueue(held, { id: 'first' }, { after: '1 hour' })
  await database.pool.query(
    `update graphile_worker._private_jobs set run_at = now(), locked_by = $1, locked_at = now() - interval '1 minute'
     where payload -> 'input' ->> 'id' = 'first'`,
    [rows[0]?.worker_id],
  )

  await expect.poll(() => ran, PATIENCE).toEqual(['first'])
  end()
  await expect.poll(jobs, PATIENCE).toEqual([])
  expect(ran).toEqual(['first'])
})

test('keeps a job locked that runs for long', async () => {
  const database = await createMigratedDatabase()
  onTestFinished(() => database.drop())
  const events = new EventEmitter() as WorkerEvents
  const release = watchLostJobs(database.pool, events, new Set(['this process']))
  await database.pool.query(`select graphile_worker.add_job('test.long')`)
  const lock = async (ago: string) => {
    const { rows } = await database.pool.query(
      `update graphile_worker._private_jobs set locked_by = 'this process', locked_at = now() - $1::interval returning *`,
      [ago],
    )
    return rows[0]
  }
  const isLocked = async () => {
    const { rows } = await database.pool.query('select from graphile_worker._private_jobs where locked_by is not null')
    return rows.length === 1
  }

  events.emit('job:start', { job: await lock('1 hour') } as never)
  await release()
  expect(await isLocked()).toBe(true)

  // Locked a second time, and the process did not hear of it.
  await lock('1 minute')
  await release()
  expect(await isLocked()).toBe(false)
})
