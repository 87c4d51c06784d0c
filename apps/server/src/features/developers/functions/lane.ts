import type { Platform } from '../../../platform/platform.js'
import { OrderedQueue } from '../../../platform/jobs/ordered-queue.js'
import { defineStatement } from '../../../platform/statement.js'
import type { Lane } from '../../../platform/jobs/leased-work.js'
import { executeRun, type OpenRun } from './execute.js'
import { LEASE } from './unscoped.js'

/** Runs of one function at the same time. The runners decide how many really run. */
const CONCURRENCY = 4
const PAGE = 50
const RENEW_MS = 10_000

/** Runs what waits for one function, until nothing is left. The caller has its lease. */
export function openLane(
  platform: Platform,
  { id, account_id }: { id: string; account_id: string },
  lease: string,
): Lane {
  const account = platform.account(account_id)
  const queue = new OrderedQueue<OpenRun>()
  let workers = 0
  let ended = false
  /** There may be runs in the database that were not read yet. */
  let unread = true
  let loading: Promise<void> | undefined
  let finish: () => void = () => {}
  const idle = new Promise<void>((resolve) => (finish = resolve))

  const renew = async () => {
    if ((await account.run(renewLease, id, lease)).length === 0) ended = true
  }
  const load = async () => {
    await renew()
    if (ended) return
    unread = false
    const page = await account.run(openRuns, id, queue.held, PAGE)
    if (page.length === PAGE) unread = true
    queue.add(page)
    startWorkers()
  }
  const take = async () => {
    if (ended) return undefined
    const queued = queue.take()
    if (queued) return queued
    if (unread || loading) await (loading ??= load().finally(() => (loading = undefined)))
    return ended ? undefined : queue.take()
  }
  const work = async () => {
    for (let run = await take(); run; run = await take()) {
      await executeRun(platform, account, id, run)
      queue.free(run.order_key)
      queue.forget(run.id)
    }
  }
  const startWorkers = () => {
    while (!ended && workers < CONCURRENCY) {
      workers += 1
      void work()
        .catch((error: unknown) => {
          ended = true
          platform.log.error({ err: error, lambda_id: id }, 'the runs of a function stopped')
        })
        .finally(() => {
          workers -= 1
          if (workers === 0) finish()
        })
    }
  }
  const fill = () => {
    unread = true
    startWorkers()
  }
  const renewing = setInterval(() => void renew().catch(() => (ended = true)), RENEW_MS).unref()
  const close = async () => {
    await idle
    ended = true
    clearInterval(renewing)
    await account.run(releaseLease, id, lease).catch((error: unknown) => {
      platform.log.warn({ err: error, lambda_id: id }, 'the lease of a function was not released')
    })
    return unread
  }
  fill()
  return { fill, stop: () => void (ended = true), done: close() }
}

const renewLease = defineStatement<{ id: string }>(
  'functions.renew-lease',
  `update lambdas set leased_until = now() + interval '${LEASE}'
   where account_id = $1 and id = $2 and leased_by = $3 returning id`,
)

const releaseLease = defineStatement(
  'functions.release-lease',
  `update lambdas set leased_by = null, leased_until = null where account_id = $1 and id = $2 and leased_by = $3`,
)

/** Also runs that a process began before it was killed: only the owner of the lease runs them. Rehearsals come last. */
const openRuns = defineStatement<OpenRun>(
  'functions.open-runs',
  `select id, order_key, trigger, rehearsal_id, input, attempts from lambda_runs
   where account_id = $1 and lambda_id = $2 and status in ('waiting', 'running') and not id = any ($3::uuid[])
   order by rehearsal_id is not null, position limit $4`,
)
