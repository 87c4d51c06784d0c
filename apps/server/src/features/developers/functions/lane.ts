import type { Lane } from '../../../platform/jobs/leased-work.js'
import { openOrderedLane } from '../../../platform/jobs/ordered-lane.js'
import type { Platform } from '../../../platform/platform.js'
import { defineStatement } from '../../../platform/statement.js'
import { executeRun, type OpenRun } from './execute.js'
import { LEASE } from './unscoped.js'

/** Runs of one function at the same time. The runners decide how many really run. */
const CONCURRENCY = 4
const PAGE = 50

/** Runs what waits for one function, until nothing is left. The caller has its lease. */
export function openLane(
  platform: Platform,
  { id, account_id }: { id: string; account_id: string },
  lease: string,
): Lane {
  const account = platform.account(account_id)
  return openOrderedLane<OpenRun>({
    platform,
    about: `the runs of function ${id}`,
    concurrency: CONCURRENCY,
    page: PAGE,
    renew: async () => (await account.run(renewLease, id, lease)).length > 0,
    load: (held, limit) => account.run(openRuns, id, held, limit),
    async run(run) {
      await executeRun(platform, account, id, run)
      return true
    },
    release: () => account.run(releaseLease, id, lease),
  })
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
