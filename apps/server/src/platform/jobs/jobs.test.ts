import { Uuid } from '@papercups/contract'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { createMigratedDatabase } from '../../../test/database.js'
import { expectErrors } from '../../../test/logged-errors.js'
import { startTestServer } from '../../../test/server.js'
import { newCompany, Visitor } from '../../../test/story.js'
import { databaseOf } from '../database/of.js'
import { defineFeature, defineJob } from '../feature.js'
import { createProcessLock, releaseOrphanedJobs, releaseSilentWorkers } from './worker-heartbeat.js'

interface Ran {
  account_id: string
  id: string
}

/** A server that records what its jobs and reactions do. */
async function workshop() {
  const ran: Ran[] = []
  const reacted: string[] = []
  const gathered: string[][] = []
  const failures = new Map<string, number>()
  const note = defineJob({
    name: `test.note-${randomUUID()}`,
    input: Type.Object({ id: Uuid }),
    key: () => 'one at a time',
    async run(account, { id }) {
      const left = failures.get(id) ?? 0
      failures.set(id, left - 1)
      if (left > 0) throw new Error('not yet')
      ran.push({ account_id: account.id, id })
    },
  })
  const feature = defineFeature({
    jobs: [note],
    later: {
      'message:created': [
        async function noteLater(account, event) {
          reacted.push(String(event.payload.message_id))
          if (reacted.length === 1) throw new Error('a bug in one reaction')
          await account.enqueue(note, { id: String(event.payload.message_id) })
        },
      ],
    },
    gathered: {
      'message:created': [
        async function noteTogether(account, events) {
          gathered.push(events.map(({ payload }) => `${account.id} ${Number(payload.seq)}`))
          if (gathered.length === 1) throw new Error('a bug in one reaction')
        },
      ],
    },
  })
  const server = await startTestServer({ features: [feature] })
  const company = await newCompany(server, 'Acme', 'ada')
  return { server, company, note, ran, reacted, gathered, failures }
}

test('a job runs under the account that enqueued it, if the transaction commits', async () => {
  const { server, company, note, ran } = await workshop()
  const account = server.platform.account(company.id)
  const [kept, lost] = [randomUUID(), randomUUID()]

  await account.transaction((account) => account.enqueue(note, { id: kept }))
  const rolledBack = account.transaction(async (account) => {
    await account.enqueue(note, { id: lost })
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')

  await expect.poll(() => ran).toEqual([{ account_id: company.id, id: kept }])
  await expect(account.enqueue(note, { id: 'nonsense' })).rejects.toThrow('Unprocessable Entity')
})

test('retries a failed job later, and the jobs behind it wait', async () => {
  expectErrors(/with error 'not yet'/)
  const { server, company, note, ran, failures } = await workshop()
  const account = server.platform.account(company.id)
  const [stubborn, patient] = [randomUUID(), randomUUID()]
  failures.set(stubborn, Infinity)

  await account.enqueue(note, { id: stubborn })
  const putOff = () =>
    databaseOf(server.platform).pool.query<{ later: boolean }>(
      'select run_at > created_at as later from graphile_worker.jobs where task_identifier = $1 and last_error is not null',
      [note.name],
    )
  await expect.poll(async () => (await putOff()).rows).toEqual([{ later: true }])

  failures.set(stubborn, 0)
  await account.enqueue(note, { id: patient })
  await expect.poll(() => ran.map(({ id }) => id), { timeout: 20_000 }).toContain(stubborn)
  await expect.poll(() => ran.length, { timeout: 20_000 }).toBe(2)
})

test('a reaction runs once per event, and a failed one is retried after the others', async () => {
  expectErrors(/"reaction":"noteLater"/, /"reaction":"noteTogether"/)
  const { server, company, ran, reacted } = await workshop()
  const visitor = await (await new Visitor(server.url).arrives(company.id)).opensChat()
  for (const body of ['one', 'two', 'three']) await visitor.says(body)

  await expect.poll(() => ran.length).toBe(3)
  const [failed, ...others] = reacted
  expect(new Set(reacted).size).toBe(3)
  expect(reacted).toHaveLength(4)
  expect(ran.map(({ id }) => id).toSorted()).toEqual([failed, ...others.filter((id) => id !== failed)].toSorted())
  expect(ran[0]?.account_id).toBe(company.id)
})

test('an `on` reaction that throws does not stop the others', async () => {
  expectErrors(/a bug in one reaction.*"event":"message:created"/)
  const received: string[] = []
  const throwing = defineFeature({
    on: {
      'message:created': [
        () => {
          throw new Error('a bug in one reaction')
        },
      ],
    },
  })
  const recording = defineFeature({
    on: { 'message:created': [(_account, { message }) => received.push(message.body ?? '')] },
  })
  const server = await startTestServer({ features: [throwing, recording] })
  const { id } = await newCompany(server, 'Acme', 'ada')
  const visitor = await (await new Visitor(server.url).arrives(id)).opensChat()

  await visitor.says('Hello')

  expect(received).toEqual(['Hello'])
})

test('a gathered reaction gets the events of one account together', async () => {
  expectErrors(/"reaction":"noteLater"/, /"reaction":"noteTogether"/)
  const { server, company, reacted, gathered } = await workshop()
  const globex = await newCompany(server, 'Globex', 'grace')
  const arrive = async (id: string) => (await new Visitor(server.url).arrives(id)).opensChat()
  const [carla, carlo] = await Promise.all([arrive(company.id), arrive(globex.id)])
  const { pool } = databaseOf(server.platform)
  const unread = () =>
    pool.query('select 1 from events where id > coalesce((select last_event_id from event_readers), 0)')
  await carla.says('one')
  await expect.poll(async () => (await unread()).rows).toEqual([])

  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select from event_readers for update')
    for (const visitor of [carla, carlo, carla]) await visitor.says('more')
    await client.query('commit')
  } finally {
    client.release()
  }

  // The first attempt fails on purpose, so the first group comes twice.
  const first = [`${company.id} 1`]
  const expected = [first, first, [`${company.id} 2`, `${company.id} 3`], [`${globex.id} 1`]]
  await expect.poll(() => gathered.toSorted()).toEqual(expected.toSorted())
  await expect.poll(() => reacted.length).toBe(5)
})

test('releases the jobs of a killed worker', async () => {
  const { server, company, note, ran } = await workshop()
  const { pool } = databaseOf(server.platform)
  const id = randomUUID()
  const payload = JSON.stringify({ account_id: company.id, input: { id } })
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select graphile_worker.add_job($1, payload => $2::json)', [note.name, payload])
    await client.query(
      "update graphile_worker._private_jobs set locked_by = 'killed', locked_at = now() - interval '1 hour'",
    )
    await client.query('commit')
  } finally {
    client.release()
  }
  await releaseSilentWorkers(pool)
  await expect.poll(() => ran.map((job) => job.id)).toEqual([id])
})

/** A job that a worker of another process has just claimed. */
async function takenJob({ server, company, note }: Awaited<ReturnType<typeof workshop>>, process_lock: number) {
  const { pool } = databaseOf(server.platform)
  const id = randomUUID()
  const worker_id = `worker-${id}`
  const payload = JSON.stringify({ account_id: company.id, input: { id } })
  await pool.query('insert into job_workers (worker_id, process_lock) values ($1, $2)', [worker_id, process_lock])
  const { rows } = await pool.query<{ id: string }>(
    `select id from graphile_worker.add_job($1, payload => $2::json, run_at => now() + interval '1 hour')`,
    [note.name, payload],
  )
  await pool.query(
    'update graphile_worker._private_jobs set locked_by = $1, locked_at = now(), run_at = now() where id = $2',
    [worker_id, rows[0]?.id],
  )
  return { id, worker_id, pool }
}

test('releases the jobs of a killed process within seconds', async () => {
  const shop = await workshop()
  const { id } = await takenJob(shop, createProcessLock().id)
  await expect.poll(() => shop.ran.map((job) => job.id), { timeout: 20_000 }).toEqual([id])
})

test('keeps the jobs of a process that is alive', async () => {
  const shop = await workshop()
  const lock = createProcessLock()
  const alive = new pg.Client({ connectionString: shop.server.platform.config.database_url })
  await alive.connect()
  await alive.query(lock.statement)
  const { id, worker_id, pool } = await takenJob(shop, lock.id)
  expect(await releaseOrphanedJobs(pool, [worker_id])).not.toContain(worker_id)
  const { rows } = await pool.query('select 1 from job_workers where worker_id = $1', [worker_id])
  expect(rows).toHaveLength(1)
  expect(shop.ran).toEqual([])

  // A first check without the lock only suspects it: the process may be about to connect again.
  await alive.end()
  await expect.poll(() => releaseOrphanedJobs(pool, [])).toContain(worker_id)
  await expect.poll(() => shop.ran.map((job) => job.id), { timeout: 20_000 }).toEqual([id])
})

test('stopping lets a running job finish and starts no other', async () => {
  const order: string[] = []
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const slow = defineJob({
    name: `test.slow-${randomUUID()}`,
    input: Type.Object({ id: Type.String() }),
    key: () => 'one at a time',
    async run(_account, { id }) {
      order.push(`begins ${id}`)
      await held
      order.push(`ends ${id}`)
    },
  })
  const database = await createMigratedDatabase()
  const server = await startTestServer({
    env: { DATABASE_URL: database.url },
    features: [defineFeature({ jobs: [slow] })],
  })
  const account = server.platform.account((await newCompany(server, 'Acme', 'ada')).id)
  await account.enqueue(slow, { id: 'first' })
  await account.enqueue(slow, { id: 'second' })
  await expect.poll(() => order).toEqual(['begins first'])
  // The queue locks it under a name that the heartbeat knows, or it would be released while it runs.
  const locked = await databaseOf(server.platform).pool.query(
    `select w.process_lock from graphile_worker._private_jobs j join job_workers w on w.worker_id = j.locked_by`,
  )
  expect(locked.rows).toContainEqual({ process_lock: expect.any(Number) })

  const stopped = server.stop().then(() => order.push('stopped'))
  const isClosed = () =>
    fetch(server.url).then(
      () => false,
      () => true,
    )
  await expect.poll(isClosed).toBe(true)
  release()
  await stopped

  expect(order).toEqual(['begins first', 'ends first', 'stopped'])
  const { rows } = await database.pool.query('select attempts from graphile_worker.jobs where locked_at is null')
  expect(rows).toEqual([{ attempts: 0 }])
})

test('registers the cron jobs', async () => {
  const { server } = await workshop()
  const { rows } = await databaseOf(server.platform).pool.query(
    'select identifier from graphile_worker._private_known_crontabs',
  )
  expect(rows).toContainEqual({ identifier: 'sessions.delete-ended' })
})
