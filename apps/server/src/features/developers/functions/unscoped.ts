import { databaseOf } from '../../../platform/database/of.js'
import type { Platform } from '../../../platform/platform.js'

/** A process that is killed loses its functions after this time. */
export const LEASE = '30 seconds'
/** How long the log is kept. */
const KEPT = '30 days'
const DELETED_AT_ONCE = 5_000

/** Takes functions of any account that have something to run and that no other process has. */
export async function claimFunctions(platform: Platform, lease: string, limit: number) {
  const { rows } = await databaseOf(platform).pool.query<{ id: string; account_id: string }>({
    name: 'functions.claim',
    text: `update lambdas l set leased_by = $1, leased_until = now() + interval '${LEASE}'
      from (
        select id from lambdas c
        where (leased_until is null or leased_until < now())
          and exists (select from lambda_runs r where r.lambda_id = c.id and r.status in ('waiting', 'running'))
        order by leased_until nulls first limit $2 for update skip locked
      ) as due
      where l.id = due.id returning l.id, l.account_id`,
    values: [lease, limit],
  })
  return rows
}

/** Active functions with a schedule, of all accounts. */
export async function scheduledFunctions(platform: Platform) {
  const { rows } = await databaseOf(platform).pool.query<{
    id: string
    account_id: string
    cron: string
    cron_done_until: Date | null
  }>(`select id, account_id, cron, cron_done_until from lambdas where cron is not null and status = 'active'`)
  return rows
}

/** Whether any account has a function that runs. */
export async function hasActiveFunctions(platform: Platform) {
  const { rows } = await databaseOf(platform).pool.query(`select from lambdas where status = 'active' limit 1`)
  return rows.length > 0
}

export async function forgetOldRuns(platform: Platform) {
  const { pool } = databaseOf(platform)
  for (;;) {
    const { rowCount } = await pool.query(
      `delete from lambda_runs where id in (
        select id from lambda_runs where created_at < now() - interval '${KEPT}' limit ${DELETED_AT_ONCE})`,
    )
    if ((rowCount ?? 0) < DELETED_AT_ONCE) break
  }
  await pool.query(`delete from lambda_rehearsals where created_at < now() - interval '${KEPT}'`)
}
