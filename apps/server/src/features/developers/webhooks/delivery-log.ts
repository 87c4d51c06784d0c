import type {
  WebhookDelivery,
  WebhookDeliveryDetails,
  WebhookDeliveryFilters,
  WebhookDeliveryPage,
  WebhookEvent,
} from '@papercups/contract'
import { sql, type Selectable } from 'kysely'
import type { Account } from '../../../platform/account.js'
import type { WebhookDeliveriesTable } from '../../../platform/database/tables.js'
import { notFound } from '../../../platform/errors.js'
import { toInstant, toInstantOrNull, toTimestamp } from '../../../platform/wire-time.js'
import { deliverWebhooks } from './deliver-webhooks.js'
import { getSubscription } from './queries.js'

const USUAL_PAGE = 50
/** A delivery that is tried for three days has more attempts than anybody reads. */
const SHOWN_ATTEMPTS = 20

/** Newest first. */
export async function listDeliveries(
  account: Account,
  subscription_id: string,
  { status, event, after, limit }: WebhookDeliveryFilters,
): Promise<WebhookDeliveryPage> {
  await getSubscription(account, subscription_id)
  const size = limit ?? USUAL_PAGE
  let deliveries = account.from('webhook_deliveries').selectAll().where('subscription_id', '=', subscription_id)
  if (status) deliveries = deliveries.where('status', '=', status)
  if (event) deliveries = deliveries.where('type', '=', event)
  if (after) deliveries = deliveries.where('position', '<', Number(after))
  const rows = await deliveries
    .orderBy('position', 'desc')
    .limit(size + 1)
    .execute()
  const shown = rows.slice(0, size)
  const last = rows.length > size ? shown.at(-1) : undefined
  return { data: shown.map(toDelivery), next: last ? String(last.position) : null }
}

export async function getDelivery(
  account: Account,
  subscription_id: string,
  id: string,
): Promise<WebhookDeliveryDetails> {
  const { webhook_event_id, ...row } = await ownDelivery(account, subscription_id, id).executeTakeFirstOrThrow(missing)
  const event = account.from('webhook_events').select('body').where('id', '=', webhook_event_id)
  const { body } = await event.executeTakeFirstOrThrow(missing)
  const tries = await account
    .from('webhook_attempts')
    .selectAll()
    .where('delivery_id', '=', id)
    .orderBy('id', 'desc')
    .limit(SHOWN_ATTEMPTS)
    .execute()
  return {
    ...toDelivery(row),
    body,
    tries: tries.map(({ started_at, duration_ms, status, failure, answer }) => ({
      started_at: toInstant(started_at),
      ...{ duration_ms, status, failure, answer },
    })),
  }
}

/** Sends it now, whatever became of it before. It keeps its id. */
export function sendAgain(account: Account, subscription_id: string, id: string) {
  return account.transaction(async (account) => {
    const row = await account
      .update('webhook_deliveries')
      .set(FRESH)
      .where('subscription_id', '=', subscription_id)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(missing)
    account.wakeWorker(deliverWebhooks)
    return toDelivery(row)
  })
}

/** For a receiver that lost events. They are sent in their order, and keep their ids. */
export async function sendSince(account: Account, subscription_id: string, since: string) {
  await getSubscription(account, subscription_id)
  return account.transaction(async (account) => {
    const { numUpdatedRows } = await account
      .update('webhook_deliveries')
      .set(FRESH)
      .where('subscription_id', '=', subscription_id)
      .where('created_at', '>=', new Date(since))
      .where('is_test', '=', false)
      .executeTakeFirst()
    account.wakeWorker(deliverWebhooks)
    return Number(numUpdatedRows)
  })
}

const FRESH = { status: 'waiting', delivered_at: null, tried_since: null, next_try_at: sql<Date>`now()` } as const

const ownDelivery = (account: Account, subscription_id: string, id: string) =>
  account.from('webhook_deliveries').selectAll().where('subscription_id', '=', subscription_id).where('id', '=', id)

const missing = () => notFound('WebhookDelivery')

type DeliveryRow = Omit<Selectable<WebhookDeliveriesTable>, 'webhook_event_id'>

const toDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  object: 'webhook_delivery',
  subscription_id: row.subscription_id,
  event: row.type as WebhookEvent,
  status: row.status,
  is_test: row.is_test,
  attempts: row.attempts,
  created_at: toTimestamp(row.created_at),
  delivered_at: toInstantOrNull(row.delivered_at),
  next_try_at: row.status === 'waiting' && row.tried_since ? toInstant(row.next_try_at) : null,
})
