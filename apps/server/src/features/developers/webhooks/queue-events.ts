import type { WebhookEvent } from '@papercups/contract'
import { randomUUID } from 'node:crypto'
import type { Account, AccountTransaction } from '../../../platform/account.js'
import type { GatheredReaction, LoggedEvent } from '../../../platform/feature.js'
import { defineStatement } from '../../../platform/statement.js'
import { deliverWebhooks } from './deliver-webhooks.js'
import { EVENT_SOURCES } from './event-sources.js'
import { forgetCustomersIn } from './forget-customers.js'
import type { WebhookDraft } from './payloads.js'
import { wantedEvents } from './wanted-events.js'

export const webhookReactions = Object.fromEntries(
  Object.keys(EVENT_SOURCES).map((type) => [type, [queueEvents] as GatheredReaction[]]),
)

/** Stores one body for each event and one delivery for each subscription that wants it. */
async function queueEvents(account: AccountTransaction, events: LoggedEvent[]) {
  const source = events[0] && EVENT_SOURCES[events[0].type]
  if (!source) return
  const subscriptions = await account
    .from('event_subscriptions')
    .select(['id', 'events', 'scope'])
    .where('verified', '=', true)
    .execute()
  const wishes = subscriptions.map(({ id, scope, events }) => ({
    id,
    wanted: wantedEvents({ scope, events: events as WebhookEvent[] | null }),
  }))
  if (!wishes.some(({ wanted }) => source.sends.some((type) => wanted.has(type)))) return
  const drafts = await source.build(account, events)
  const deliveries = drafts
    .map((draft) => ({
      draft,
      subscription_ids: wishes.flatMap(({ id, wanted }) => (wanted.has(draft.type) ? [id] : [])),
    }))
    .filter(({ subscription_ids }) => subscription_ids.length > 0)
  if (deliveries.length > 0) await storeDeliveries(account, deliveries)
}

interface Deliveries {
  draft: WebhookDraft
  subscription_ids: string[]
  is_test?: boolean
}

/** Also wakes the worker that sends them. */
export async function storeDeliveries(account: Account, given: Deliveries[]) {
  const rows = given.map(({ draft, ...rest }) => ({ ...draft, ...rest, id: randomUUID() }))
  const bodies = rows.map(({ type, payload }) => JSON.stringify({ event: type, payload }))
  const targets = rows.flatMap((row) => row.subscription_ids.map((subscription_id) => ({ ...row, subscription_id })))
  const stored = await account.run(
    insertDeliveries,
    rows.map(({ id }) => id),
    rows.map(({ type }) => type),
    rows.map(({ conversation_id }) => conversation_id),
    rows.map(({ customer_id }) => customer_id),
    bodies,
    targets.map(({ subscription_id }) => subscription_id),
    targets.map(({ id }) => id),
    targets.map(({ event_id }) => event_id),
    targets.map(({ type }) => type),
    targets.map(({ order_key }) => order_key),
    targets.map(({ is_test = false }) => is_test),
  )
  account.wakeWorker(deliverWebhooks)
  return stored
}

const insertDeliveries = defineStatement<{ id: string }>(
  'webhooks.insert-deliveries',
  `with event as (
    insert into webhook_events (id, account_id, type, conversation_id, customer_id, body)
    select e.id, $1, e.type, e.conversation_id, e.customer_id, e.body
    from unnest($2::uuid[], $3::text[], $4::uuid[], $5::uuid[], $6::text[])
      as e (id, type, conversation_id, customer_id, body)
  )
  insert into webhook_deliveries (account_id, subscription_id, webhook_event_id, event_id, type, order_key, is_test)
  select $1, s.id, d.webhook_event_id, d.event_id, d.type, d.order_key, d.is_test
  from unnest($7::uuid[], $8::uuid[], $9::bigint[], $10::text[], $11::uuid[], $12::boolean[]) with ordinality
    as d (subscription_id, webhook_event_id, event_id, type, order_key, is_test, place)
  join event_subscriptions s on s.account_id = $1 and s.id = d.subscription_id
  order by d.place
  returning id`,
)

export const forgetCustomers: GatheredReaction = (account, events) =>
  forgetCustomersIn('webhook_events', account, events)

/** The log's readers run after another, so nothing about the conversation is queued after this. */
export async function forgetConversations(account: AccountTransaction, events: LoggedEvent[]) {
  const ids = events.map(({ payload }) => String(payload.conversation_id))
  await account.delete('webhook_events').where('conversation_id', 'in', ids).execute()
}
