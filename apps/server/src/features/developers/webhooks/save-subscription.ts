import type { EventSubscriptionChanges, NewEventSubscription } from '@papercups/contract'
import { sql } from 'kysely'
import type { Account } from '../../../platform/account.js'
import { conflict, notFound } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { requirePlan } from '../../account/accounts/plan-gate.js'
import { deliverWebhooks } from './deliver-webhooks.js'
import { toSubscription } from './queries.js'
import { sealNewSecret } from './secrets.js'
import { verifyUrl } from './verify-url.js'

/** Every event is stored and sent once for each. */
const MAX_SUBSCRIPTIONS = 50

/** Stored even if the URL does not answer the challenge. Then it is not verified and gets nothing. */
export async function createSubscription(platform: Platform, account: Account, draft: NewEventSubscription) {
  await requirePlan(platform, account, 'webhooks')
  const known = await account.from('event_subscriptions').select('id').execute()
  if (known.length >= MAX_SUBSCRIPTIONS) throw conflict(`An account has at most ${MAX_SUBSCRIPTIONS} webhooks.`)
  const { verified } = await verifyUrl(platform, draft.webhook_url.trim())
  const row = account.insert('event_subscriptions', {
    webhook_url: draft.webhook_url.trim(),
    verified,
    scope: draft.scope,
    events: draft.events,
    secret_encrypted: sealNewSecret(platform, account),
  })
  return toSubscription(await row.returningAll().executeTakeFirstOrThrow())
}

/**
 * Fields that are not given stay. The URL of a verified webhook is not verified again: a receiver that is down for a moment
 * would lose the events that it gets when it is back.
 */
export async function updateSubscription(
  platform: Platform,
  account: Account,
  id: string,
  changes: EventSubscriptionChanges,
) {
  await requirePlan(platform, account, 'webhooks')
  const subscriptions = account.from('event_subscriptions').select(['webhook_url', 'verified']).where('id', '=', id)
  const known = await subscriptions.executeTakeFirstOrThrow(() => notFound('EventSubscription'))
  const webhook_url = changes.webhook_url?.trim()
  const isKept = webhook_url === undefined || (known.verified && webhook_url === known.webhook_url)
  const row = account
    .update('event_subscriptions')
    .set({
      ...(!isKept && { webhook_url, verified: (await verifyUrl(platform, webhook_url)).verified }),
      ...(changes.scope !== undefined && { scope: changes.scope }),
      ...(changes.events !== undefined && { events: changes.events }),
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .returningAll()
  return toSubscription(await row.executeTakeFirstOrThrow(() => notFound('EventSubscription')))
}

export async function deleteSubscription(account: Account, id: string) {
  const { numDeletedRows } = await account.delete('event_subscriptions').where('id', '=', id).executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound('EventSubscription')
}

/** Sends everything that waited. The three days of a delivery begin again. */
export function resumeSubscription(account: Account, id: string) {
  return account.transaction(async (account) => {
    const row = account
      .update('event_subscriptions')
      .set({ paused_at: null, failing_since: null, failures: 0, retry_at: sql<Date>`now()` })
      .where('id', '=', id)
      .returningAll()
    const resumed = await row.executeTakeFirstOrThrow(() => notFound('EventSubscription'))
    await account
      .update('webhook_deliveries')
      .set({ tried_since: null, next_try_at: sql<Date>`now()` })
      .where('subscription_id', '=', id)
      .where('status', '=', 'waiting')
      .execute()
    account.wakeWorker(deliverWebhooks)
    return toSubscription(resumed)
  })
}
