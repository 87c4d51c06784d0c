import type { WebhookEvent } from '@papercups/contract'
import { randomUUID } from 'node:crypto'
import type { Account } from '../../../platform/account.js'
import { conflict } from '../../../platform/errors.js'
import { getDelivery } from './delivery-log.js'
import { getSubscription } from './queries.js'
import { storeDeliveries } from './queue-events.js'
import { samples } from './samples.js'

/** Sends a sample of the event, also if the subscription did not choose it. */
export async function sendTest(account: Account, subscription_id: string, type: WebhookEvent) {
  const { verified, paused_at } = await getSubscription(account, subscription_id)
  if (!verified) throw conflict('Verify the URL first.')
  if (paused_at) throw conflict('Resume the webhook first.')
  // No other event has this key, so the test waits for none.
  const place = { event_id: 0, order_key: randomUUID(), conversation_id: null, customer_id: null }
  const draft = { type, payload: samples[type], ...place }
  const [stored] = await account.transaction((account) =>
    storeDeliveries(account, [{ draft, subscription_ids: [subscription_id], is_test: true }]),
  )
  return getDelivery(account, subscription_id, stored?.id ?? '')
}
