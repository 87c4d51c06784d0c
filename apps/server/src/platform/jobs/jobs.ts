import { Logger, parseCronItems, run, runMigrations, type Runner, type TaskList } from 'graphile-worker'
import { sql, type Kysely } from 'kysely'
import type pg from 'pg'
import type { DB } from '../database/tables.js'
import type { Cron, Job, When } from '../feature.js'
import { parse } from '../http/validate.js'
import type { Log } from '../log.js'
import type { Metrics } from '../metrics.js'
import type { Platform } from '../platform.js'
import { keepWorkersAlive } from './worker-heartbeat.js'
import { createWorkerPool } from './worker-pool.js'

export interface JobsOptions {
  pool: pg.Pool
  jobs: Job[]
  cron: Cron[]
  concurrency: number
  /** The lock by which other processes see that this one is alive. */
  process_lock: number
  log: Log
  metrics: Metrics
}

/** A failed job is retried after about e^n seconds: 3, 7, 20 …, the last time after about a day. */
const ATTEMPTS = 15

/** A row in the caller's transaction: the job runs only if it commits. */
export async function enqueue(db: Kysely<DB>, account_id: string, job: Job, input: object, when?: When) {
  const payload = { account_id, input: parse(job.input, input) }
  const key = job.key?.(payload.input as never)
  const due = when && 'at' in when ? sql`${when.at}::timestamptz` : sql`now() + ${when?.after ?? '0'}::interval`
  await sql`select graphile_worker.add_job(
    ${job.name}, payload => ${JSON.stringify(payload)}::json,
    queue_name => ${key ? `${job.name} ${account_id} ${key}` : null}::text,
    run_at => ${due}, max_attempts => ${ATTEMPTS}::int)`.execute(db)
}

export const prepareJobs = (pool: pg.Pool, log: Log) => runMigrations({ pgPool: pool, logger: quietLogger(log) })

/** Claims jobs with row locks, so any process may run them. `stop` claims no more and lets running jobs finish. */
export async function startJobs(platform: Platform, options: JobsOptions) {
  const tasks: TaskList = {}
  for (const job of options.jobs) tasks[job.name] = (payload) => runJob(platform, options.metrics, job, payload)
  for (const cron of options.cron) tasks[cron.name] = () => options.metrics.job(cron.name, () => cron.run(platform))

  const heartbeat = keepWorkersAlive(options.pool, options.process_lock, options.log)
  const runner: Runner = await run({
    pgPool: createWorkerPool(options.pool),
    taskList: tasks,
    parsedCronItems: parseCronItems(options.cron.map(({ name, at }) => ({ task: name, match: at }))),
    concurrency: options.concurrency,
    noHandleSignals: true,
    pollInterval: 1_000,
    logger: quietLogger(options.log),
    events: heartbeat.events,
  })
  await heartbeat.started
  const end = async () => {
    await runner.stop()
    await heartbeat.stop()
  }
  let ended: Promise<void> | undefined
  return { stop: () => (ended ??= end()) }
}

async function runJob(platform: Platform, metrics: Metrics, job: Job, payload: unknown) {
  const { account_id, input } = payload as { account_id: string; input: unknown }
  await metrics.job(job.name, () => job.run(platform.account(account_id), parse(job.input, input), platform))
}

/** Payloads hold ids only, but a job's error may quote more: it is logged as a field, never as the message. */
function quietLogger(log: Log) {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error({ job: message }, 'job failed')
    else if (level === 'warning') log.warn({ job: message }, 'job warning')
    else log.debug({ job: message }, 'job')
  })
}
