import { randomUUID } from 'node:crypto'
import { lastDue } from '../../../platform/jobs/cron-times.js'
import type { Platform } from '../../../platform/platform.js'
import { runFunctions } from './run-functions.js'
import { scheduledFunctions } from './unscoped.js'

/** After a longer stop of the server, older times are not made up for. */
const LOOK_BACK_MS = 3_600_000

/** Every minute: a run for each function that is due. Of several times that passed meanwhile, only the last one counts. */
export async function queueDueFunctions(platform: Platform, now = new Date()) {
  const earliest = new Date(now.getTime() - LOOK_BACK_MS)
  for (const { id, account_id, cron, cron_done_until } of await scheduledFunctions(platform)) {
    const since = cron_done_until && cron_done_until > earliest ? cron_done_until : earliest
    const due_at = lastDue(cron, since, now)
    if (!due_at) continue
    await platform.account(account_id).transaction(async (account) => {
      await account.update('lambdas').set({ cron_done_until: now }).where('id', '=', id).execute()
      const input = JSON.stringify({ event: 'cron', payload: { due_at: due_at.toISOString() } })
      const run = { lambda_id: id, trigger: 'cron' as const, event: 'cron', input, due_at, order_key: randomUUID() }
      // Another process may have been faster.
      await account
        .insert('lambda_runs', run)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      account.wakeWorker(runFunctions)
    })
  }
}
