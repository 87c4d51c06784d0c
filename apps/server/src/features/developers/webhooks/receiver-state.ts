import { defineStatement } from '../../../platform/statement.js'
import { LEASE } from './unscoped.js'
import type { SecretRow } from './secrets.js'

export interface LeasedSubscription extends SecretRow {
  webhook_url: string
  failures: number
}

/** Renews the lease. No row: another process has it, or the subscription is paused or gone. */
export const renewLease = defineStatement<LeasedSubscription>(
  'webhooks.renew-lease',
  `update event_subscriptions set leased_until = now() + interval '${LEASE}'
   where account_id = $1 and id = $2 and leased_by = $3 and verified and paused_at is null
   returning webhook_url, failures, secret_encrypted, previous_secret_encrypted, previous_secret_expires_at`,
)

export const releaseLease = defineStatement(
  'webhooks.release-lease',
  `update event_subscriptions set leased_by = null, leased_until = null
   where account_id = $1 and id = $2 and leased_by = $3`,
)

export interface Waiting {
  id: string
  order_key: string
  body: string
  is_test: boolean
}

/** In order, without what this process already has, and without what follows a delivery that waits for its next try. */
export const nextWaiting = defineStatement<Waiting>(
  'webhooks.next-waiting',
  `select d.id, d.order_key, d.is_test, e.body from webhook_deliveries d
   join webhook_events e on e.account_id = $1 and e.id = d.webhook_event_id
   where d.account_id = $1 and d.subscription_id = $2 and d.status = 'waiting' and d.next_try_at <= now()
     and d.id <> all ($3::uuid[])
     and not exists (select from webhook_deliveries before where before.account_id = $1
       and before.subscription_id = $2 and before.status = 'waiting' and before.order_key = d.order_key
       and before.next_try_at > now() and (before.event_id, before.position) < (d.event_id, d.position))
   order by d.event_id, d.position limit $4`,
)

/** The delay grows with the time since the first failure, so it doubles: 1, 2, 4 … seconds, up to half an hour. */
export const recordAttempts = defineStatement<{ id: string; status: string }>(
  'webhooks.record-attempts',
  `with result as (
    select * from jsonb_to_recordset($4::jsonb) as r (delivery_id uuid, is_ok boolean, started_at timestamptz,
      duration_ms integer, status integer, failure text, answer text)
    where exists (select from event_subscriptions s where s.account_id = $1 and s.id = $2 and s.leased_by = $3)
  ), delivery as (
    update webhook_deliveries d set
      attempts = d.attempts + 1,
      status = case when r.is_ok then 'delivered'
        when d.tried_since < now() - interval '3 days' then 'failed' else 'waiting' end,
      delivered_at = case when r.is_ok then now() end,
      tried_since = case when not r.is_ok then coalesce(d.tried_since, r.started_at) end,
      next_try_at = case when r.is_ok then d.next_try_at
        else now() + greatest(interval '1 second', least(interval '30 minutes', now() - coalesce(d.tried_since, now()))) end
    from result r where d.account_id = $1 and d.id = r.delivery_id
    returning d.id, d.status
  ), attempt as (
    insert into webhook_attempts (account_id, delivery_id, started_at, duration_ms, status, failure, answer)
    select $1, d.id, r.started_at, r.duration_ms, r.status, r.failure, r.answer
    from result r join delivery d on d.id = r.delivery_id
  )
  select id, status from delivery`,
)

/**
 * After some failures in a row the whole receiver waits; its delay grows in the same way, up to ten minutes. A day without
 * a success pauses it.
 */
export const noteFailures = defineStatement<{ is_paused: boolean }>(
  'webhooks.note-failures',
  `update event_subscriptions set failures = $4, failing_since = coalesce(failing_since, now()),
    retry_at = case when $5 then now() + greatest(interval '1 second',
      least(interval '10 minutes', now() - coalesce(failing_since, now()))) else retry_at end,
    paused_at = case when failing_since < now() - interval '1 day' then now() end
   where account_id = $1 and id = $2 and leased_by = $3
   returning paused_at is not null as is_paused`,
)

/** If the whole receiver failed ($4), everything that waited for its next try is sent now. */
export const noteRecovery = defineStatement(
  'webhooks.note-recovery',
  `with recovered as (
    update event_subscriptions set failures = 0, failing_since = null, retry_at = now()
    where account_id = $1 and id = $2 and leased_by = $3 returning id
  )
  update webhook_deliveries d set next_try_at = now() from recovered
  where d.account_id = $1 and d.subscription_id = recovered.id and d.status = 'waiting' and d.next_try_at > now() and $4`,
)
