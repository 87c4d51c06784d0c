import type { Kysely } from 'kysely'
import type { DB } from '../../src/platform/database/tables.js'

/** A webhook with one delivery. It is not verified, so nothing is sent while the sweep runs. */
export async function addWebhook(db: Kysely<DB>, account_id: string, mark: () => string) {
  const subscription = { account_id, webhook_url: `https://${mark()}.test/`, secret_encrypted: mark() }
  const { id: subscription_id } = await db
    .insertInto('event_subscriptions')
    .values(subscription)
    .returning('id')
    .executeTakeFirstOrThrow()
  const type = 'tag:created'
  const body = JSON.stringify({ event: type, payload: { name: mark() } })
  const event = db.insertInto('webhook_events').values({ account_id, type, body }).returning('id')
  const { id: webhook_event_id } = await event.executeTakeFirstOrThrow()
  const delivery = { account_id, subscription_id, webhook_event_id, event_id: 0, type, order_key: webhook_event_id }
  const { id: delivery_id } = await db
    .insertInto('webhook_deliveries')
    .values({ ...delivery, status: 'delivered', attempts: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const attempt = { account_id, delivery_id, started_at: new Date(), duration_ms: 1, status: 200, answer: mark() }
  await db.insertInto('webhook_attempts').values(attempt).execute()
}
