import { EventEmitter } from 'node:events'
import { randomInt } from 'node:crypto'
import type { WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { Log } from '../log.js'
import { watchLostJobs } from './lost-jobs.js'

const BEAT_MS = 10_000
/** A worker that was silent for this long is dead, even if its connection seems open: its machine may be gone. */
const DEAD_AFTER = '45 seconds'
const CHECK_MS = 1_500
/** Keeps our advisory locks apart from any others in the database. */
const LOCK_CLASS = 1_885_433_196

/** Identifies this process by a lock that PostgreSQL releases as soon as the process dies. */
export function createProcessLock() {
  const id = randomInt(1, 2 ** 31 - 1)
  // Shared, because after a lost connection the old session may hold the lock for a while beside the new one.
  return { id, statement: `select pg_advisory_lock_shared(${LOCK_CLASS}, ${id})` }
}

/**
 * A job that was running when its process was killed stays locked; the queue itself would release it after four hours.
 * Any process releases it sooner: within seconds when the process lock is gone, else when the worker stays silent.
 */
export function keepWorkersAlive(pool: pg.Pool, process_lock: number, log: Log) {
  const events = new EventEmitter() as WorkerEvents
  const ids = new Set<string>()
  // Jobs are locked by the id of the pool, not by those of its workers.
  events.on('pool:create', ({ workerPool }) => ids.add(workerPool.id))
  const releaseLostJobs = watchLostJobs(pool, events, ids)

  const logged = (work: Promise<unknown>) =>
    work.catch((error: unknown) => log.warn({ err: error }, 'job heartbeat failed'))
  const beat = async () => {
    await pool.query(
      `insert into job_workers (worker_id, process_lock) select unnest($1::text[]), $2
       on conflict (worker_id) do update set seen_at = now()`,
      [[...ids], process_lock],
    )
    await releaseSilentWorkers(pool)
    await releaseLostJobs()
  }
  let suspects: string[] = []
  const check = async () => {
    suspects = await releaseOrphanedJobs(pool, suspects)
  }
  const beating = setInterval(() => void logged(beat()), BEAT_MS).unref()
  const checking = setInterval(() => void logged(check()), CHECK_MS).unref()

  return {
    events,
    get started() {
      return logged(beat().then(check))
    },
    async stop() {
      clearInterval(beating)
      clearInterval(checking)
      await pool.query('delete from job_workers where worker_id = any($1)', [[...ids]]).catch(() => undefined)
    },
  }
}

/**
 * Releases the jobs of workers whose process lock was gone at the last check and still is. A live process that lost its
 * connection takes the lock again in between. Returns the suspects for the next check.
 */
export async function releaseOrphanedJobs(pool: pg.Pool, suspects: string[]): Promise<string[]> {
  const { rows } = await pool.query<{ worker_id: string }>(
    `select worker_id from job_workers where process_lock is not null and not exists (
      select from pg_locks where locktype = 'advisory' and classid = $1 and objid = process_lock::oid and objsubid = 2
        and database = (select oid from pg_database where datname = current_database()))`,
    [LOCK_CLASS],
  )
  const unlocked = rows.map(({ worker_id }) => worker_id)
  const dead = unlocked.filter((id) => suspects.includes(id))
  if (dead.length > 0) {
    await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [dead])
    await pool.query('delete from job_workers where worker_id = any($1)', [dead])
  }
  return unlocked.filter((id) => !dead.includes(id))
}

/** Exported for its test, which plays a worker on a machine that went away. */
export async function releaseSilentWorkers(pool: pg.Pool) {
  await pool.query(`delete from job_workers where seen_at < now() - interval '${DEAD_AFTER}'`)
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from graphile_worker._private_jobs
     where locked_by is not null and locked_at < now() - interval '${DEAD_AFTER}'
       and not exists (select from job_workers where worker_id = locked_by)
     having count(*) > 0`,
  )
}
