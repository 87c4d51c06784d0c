import type { WorkerEvents } from 'graphile-worker'
import type pg from 'pg'

/** Longer than the answer to the statement that takes a job can be on its way. */
const LOST_AFTER = '30 seconds'

/**
 * The connection can break after PostgreSQL locked a job for this process and before the process heard of it. Nobody would
 * run the job until the queue gives up the lock, after four hours. The returned function releases such jobs.
 */
export function watchLostJobs(pool: pg.Pool, events: WorkerEvents, worker_ids: ReadonlySet<string>) {
  /** When the jobs that ran here were locked. They stay until the lock is gone: how they ended may not be stored yet. */
  const taken = new Map<string, number | undefined>()
  events.on('job:start', ({ job }) => taken.set(String(job.id), job.locked_at?.getTime()))

  return async function releaseLostJobs() {
    const own = [...worker_ids]
    const { rows } = await pool.query<{ id: string; locked_at: Date; is_old: boolean }>(
      `select id::text, locked_at, locked_at < now() - interval '${LOST_AFTER}' as is_old
       from graphile_worker._private_jobs where locked_by = any($1)`,
      [own],
    )
    const locked = new Set(rows.map(({ id }) => id))
    for (const id of taken.keys()) if (!locked.has(id)) taken.delete(id)
    const lost = rows.filter(({ id, locked_at, is_old }) => is_old && taken.get(id) !== locked_at.getTime())
    if (lost.length === 0) return
    await pool.query(
      `with released as (
         update graphile_worker._private_jobs set locked_by = null, locked_at = null
         where id = any($1::bigint[]) and locked_by = any($2) returning job_queue_id
       )
       update graphile_worker._private_job_queues q set locked_by = null, locked_at = null
       from released where q.id = released.job_queue_id and q.locked_by = any($2)`,
      [lost.map(({ id }) => id), own],
    )
  }
}
