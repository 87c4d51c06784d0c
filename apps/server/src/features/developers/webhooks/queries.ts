import type { EventSubscription, WebhookEvent } from '@papercups/contract'
import type { Selectable } from 'kysely'
import type { Account } from '../../../platform/account.js'
import type { EventSubscriptionsTable } from '../../../platform/database/tables.js'
import { notFound } from '../../../platform/errors.js'
import { toInstantOrNull, toTimestamp } from '../../../platform/wire-time.js'

/** The oldest first. No account has more: `createSubscription` refuses them. */
export async function listSubscriptions(account: Account) {
  const rows = account.from('event_subscriptions').selectAll().orderBy('created_at').orderBy('id')
  return (await rows.execute()).map(toSubscription)
}

export async function getSubscription(account: Account, id: string) {
  const row = account.from('event_subscriptions').selectAll().where('id', '=', id)
  return toSubscription(await row.executeTakeFirstOrThrow(() => notFound('EventSubscription')))
}

export const toSubscription = (row: Selectable<EventSubscriptionsTable>): EventSubscription => ({
  id: row.id,
  object: 'event_subscription',
  created_at: toTimestamp(row.created_at),
  updated_at: toTimestamp(row.updated_at),
  webhook_url: row.webhook_url,
  verified: row.verified,
  account_id: row.account_id,
  scope: row.scope,
  events: row.events as WebhookEvent[] | null,
  failing_since: toInstantOrNull(row.failing_since),
  paused_at: toInstantOrNull(row.paused_at),
})
