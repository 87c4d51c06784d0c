import { PLANS, planAllows } from '@papercups/plans'
import { databaseOf } from '../../../platform/database/of.js'
import type { Platform } from '../../../platform/platform.js'
import type { ClaimedSubscription } from './receiver.js'

/** A process that is killed loses its subscriptions after this time. */
export const LEASE = '30 seconds'
/** How long the log is kept. */
const KEPT = '30 days'
const DELETED_AT_ONCE = 5_000

const WITH_WEBHOOKS = Object.values(PLANS).flatMap(({ name }) => (planAllows(name, 'webhooks') ? [name] : []))

/**
 * Takes subscriptions of any account that have something to send and that no other process has. What an account without webhooks in
 * its plan has waits.
 */
export async function claimSubscriptions(platform: Platform, lease: string, limit: number) {
  const { rows } = await databaseOf(platform).pool.query<ClaimedSubscription>({
    name: 'webhooks.claim',
    text: `update event_subscriptions s set leased_by = $1, leased_until = now() + interval '${LEASE}'
      from (
        select id from event_subscriptions e
        where verified and paused_at is null and retry_at <= now() and (leased_until is null or leased_until < now())
          and exists (select from webhook_deliveries d
            where d.subscription_id = e.id and d.status = 'waiting' and d.next_try_at <= now())
          and ($3::text[] is null
            or exists (select from accounts a where a.id = e.account_id and a.subscription_plan = any($3)))
        order by retry_at limit $2 for update skip locked
      ) as due
      where s.id = due.id returning s.id, s.account_id, s.webhook_url, s.failures,
        s.secret_encrypted, s.previous_secret_encrypted, s.previous_secret_expires_at`,
    values: [lease, limit, platform.config.flags.billing_enabled ? WITH_WEBHOOKS : null],
  })
  return rows
}

/** Deliveries and attempts are deleted with their event. */
export async function forgetOldDeliveries(platform: Platform) {
  const { pool } = databaseOf(platform)
  for (;;) {
    const { rowCount } = await pool.query(
      `delete from webhook_events where id in (
        select id from webhook_events where created_at < now() - interval '${KEPT}' limit ${DELETED_AT_ONCE})`,
    )
    if ((rowCount ?? 0) < DELETED_AT_ONCE) return
  }
}
