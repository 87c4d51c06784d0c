import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { Log } from '../log.js'

const BEAT_MS = 10_000
/** Silent for so long, a worker is dead: killed, or on a machine that went away. */
const DEAD_AFTER = '45 seconds'

/**
 * A job that was running when its process was killed stays locked; the queue itself would free it after four hours.
 * So workers say that they live, and any process frees the jobs of those that no longer do.
 */
export function keepWorkersAlive(pool: pg.Pool, log: Log) {
  const events = new EventEmitter() as WorkerEvents
  const ids = new Set<string>()
  events.on('worker:create', ({ worker }) => ids.add(worker.workerId))
  events.on('worker:release', ({ worker }) => ids.delete(worker.workerId))

  const beat = async () => {
    try {
      await pool.query(
        `insert into job_workers (worker_id) select unnest($1::text[])
         on conflict (worker_id) do update set seen_at = now()`,
        [[...ids]],
      )
      await freeJobsOfTheDead(pool)
    } catch (error) {
      log.warn({ err: error }, 'job heartbeat failed')
    }
  }
  const timer = setInterval(() => void beat(), BEAT_MS)
  timer.unref()

  return {
    events,
    get started() {
      return beat()
    },
    async stop() {
      clearInterval(timer)
      await pool.query('delete from job_workers where worker_id = any($1)', [[...ids]]).catch(() => undefined)
    },
  }
}

/** Exported for its test, which plays a worker that was killed. */
export async function freeJobsOfTheDead(pool: pg.Pool) {
  await pool.query(`delete from job_workers where seen_at < now() - interval '${DEAD_AFTER}'`)
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from graphile_worker._private_jobs
     where locked_by is not null and locked_at < now() - interval '${DEAD_AFTER}'
       and not exists (select from job_workers where worker_id = locked_by)
     having count(*) > 0`,
  )
}
