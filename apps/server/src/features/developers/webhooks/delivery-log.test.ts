import { WEBHOOK_EVENTS, type WebhookDelivery } from '@papercups/contract'
import { expect, test } from 'vitest'
import { story } from '../../../../test/story.js'
import { startReceiver } from '../../../../test/webhook-receiver.js'
import { databaseOf } from '../../../platform/database/of.js'
import { samples } from './samples.js'
import { forgetOldDeliveries } from './unscoped.js'

async function subscribed() {
  const tale = await story()
  const receiver = await startReceiver()
  const { id } = await tale.ada.data('POST', '/api/event_subscriptions', {
    event_subscription: { webhook_url: receiver.url, events: ['message:created', 'conversation:updated'] },
  })
  const path = `/api/event_subscriptions/${id}`
  const list = async (query = ''): Promise<WebhookDelivery[]> => tale.ada.data('GET', `${path}/deliveries?${query}`)
  const settled = async (count: number) => {
    await expect.poll(async () => (await list()).filter(({ attempts }) => attempts > 0).length).toBe(count)
  }
  return { ...tale, receiver, id, path, list, settled }
}

const bodies = (received: Array<{ payload: { body: string } }>) => received.map(({ payload }) => payload.body)

test('lists deliveries, newest first, with filters and pages', async () => {
  const { ada, carla, path, list, settled } = await subscribed()
  for (const body of ['One', 'Two', 'Three']) await carla.says(body)
  await ada.data('PUT', `/api/conversations/${carla.conversation_id}`, { conversation: { priority: 'priority' } })
  await expect.poll(async () => (await list('event=conversation:updated')).length).toBeGreaterThan(0)
  const updates = (await list('event=conversation:updated')).length
  await settled(3 + updates)

  const all = await list()
  expect(all[0]).toMatchObject({
    object: 'webhook_delivery',
    status: 'delivered',
    attempts: 1,
    is_test: false,
    next_try_at: null,
  })
  expect(await list('event=message:created')).toHaveLength(3)
  expect(await list('status=delivered')).toHaveLength(all.length)
  expect(await list('status=failed')).toEqual([])
  const first = await ada.get(`${path}/deliveries?limit=2`)
  expect(first.body.data).toEqual(all.slice(0, 2))
  expect(await list(`limit=2&after=${first.body.next}`)).toEqual(all.slice(2, 4))
  for (const query of ['status=sideways', 'event=x', 'after=x', 'limit=0', 'limit=1000'])
    expect([query, (await ada.get(`${path}/deliveries?${query}`)).status]).toEqual([query, 400])
})

test('shows the attempts with status, duration and the beginning of the answer', async () => {
  const { ada, carla, path, list, receiver } = await subscribed()
  receiver.answer = (_, reply) => {
    receiver.answer = (_, reply) => void reply.end('x'.repeat(5_000))
    reply.writeHead(500).end('out of \0 order')
  }
  await carla.says('Hello')
  await expect.poll(async () => (await list('status=delivered')).length, { timeout: 10_000 }).toBe(1)
  const [delivery] = await list()
  const details = await ada.data('GET', `${path}/deliveries/${delivery?.id}`)
  expect(details).toMatchObject({
    id: delivery?.id,
    attempts: 2,
    tries: [
      { status: 200, failure: null, answer: 'x'.repeat(4_096) },
      { status: 500, failure: null, answer: 'out of \uFFFD order', duration_ms: expect.any(Number) },
    ],
  })
  expect(JSON.parse(details.body)).toMatchObject({ event: 'message:created', payload: { body: 'Hello' } })
})

test('says why there was no answer, and when the next attempt is', async () => {
  const { ada, carla, path, list, receiver } = await subscribed()
  receiver.answer = (_, reply) => void reply.destroy()
  await carla.says('Hello')
  await expect.poll(async () => (await list())[0]?.next_try_at).toBeTruthy()
  const [delivery] = await list()
  expect(delivery?.status).toBe('waiting')
  const { tries } = await ada.data('GET', `${path}/deliveries/${delivery?.id}`)
  expect(tries[0]).toMatchObject({
    status: null,
    answer: null,
    failure: 'The connection failed or was closed before the answer was complete.',
  })
})

test('gives up after three days, and sends again on request', async () => {
  const { ada, carla, path, list, server, id, receiver } = await subscribed()
  receiver.answer = (_, reply) => void reply.writeHead(400).end()
  await carla.says('Hello')
  await expect.poll(async () => (await list())[0]?.attempts).toBeGreaterThan(0)
  await databaseOf(server.platform)
    .db.updateTable('webhook_deliveries')
    .set({ tried_since: new Date(Date.now() - 73 * 3_600_000), next_try_at: new Date() })
    .where('subscription_id', '=', id)
    .execute()
  await expect.poll(async () => (await list())[0]?.status, { timeout: 10_000 }).toBe('failed')

  receiver.answer = (_, reply) => void reply.end()
  const [failed] = await list()
  const again = await ada.call('POST', `${path}/deliveries/${failed?.id}/send_again`)
  expect(again).toMatchObject({ status: 202, body: { data: { id: failed?.id, status: 'waiting' } } })
  await expect.poll(async () => (await list())[0]?.status, { timeout: 10_000 }).toBe('delivered')
  const ids = receiver.received.map(({ headers }) => headers['x-papercups-delivery'])
  expect(new Set(ids)).toEqual(new Set([failed?.id]))
})

test('sends everything since a time again, in order', async () => {
  const { ada, carla, path, settled, server, receiver, list } = await subscribed()
  for (const body of ['Old', 'One', 'Two', 'Three']) await carla.says(body)
  await settled(4)
  const [oldest] = (await list()).toReversed()
  const { db } = databaseOf(server.platform)
  const long_ago = new Date(Date.now() - 3_600_000)
  await db
    .updateTable('webhook_deliveries')
    .set({ created_at: long_ago })
    .where('id', '=', oldest?.id ?? '')
    .execute()
  receiver.received.length = 0
  const since = new Date(Date.now() - 1_800_000).toISOString()
  expect((await ada.post(`${path}/send_since`, { since })).body).toEqual({ data: { count: 3 } })
  await expect.poll(() => bodies(receiver.received)).toEqual(['One', 'Two', 'Three'])
  expect((await ada.post(`${path}/send_since`, { since: 'yesterday' })).status).toBe(422)
})

test('sends a test of every event', async () => {
  const { ada, path, receiver, list } = await subscribed()
  for (const event of WEBHOOK_EVENTS) {
    const { status, body } = await ada.post(`${path}/test`, { event })
    expect([status, body.data]).toMatchObject([202, { event, is_test: true }])
  }
  await expect.poll(() => receiver.received.length).toBe(WEBHOOK_EVENTS.length)
  for (const { event, payload, headers } of receiver.received) {
    expect(payload).toEqual(samples[event as keyof typeof samples])
    expect(headers['x-papercups-test']).toBe('true')
  }
  await expect.poll(async () => (await list('status=delivered')).length).toBe(WEBHOOK_EVENTS.length)
  expect((await ada.post(`${path}/test`, { event: 'message:eaten' })).status).toBe(422)
})

test('keeps the log for 30 days', async () => {
  const { carla, list, settled, server, acme } = await subscribed()
  await carla.says('Old')
  await carla.says('New')
  await settled(2)
  const [, old] = await list()
  const aged = (days: number) => new Date(Date.now() - days * 24 * 3_600_000)
  const { db, pool } = databaseOf(server.platform)
  await pool.query(
    'update webhook_events set created_at = $1 where id = (select webhook_event_id from webhook_deliveries where id = $2)',
    [aged(31), old?.id],
  )
  await forgetOldDeliveries(server.platform)
  expect((await list()).map(({ id }) => id)).not.toContain(old?.id)
  expect(await list()).toHaveLength(1)
  expect(await db.selectFrom('webhook_attempts').select('id').where('account_id', '=', acme.id).execute()).toHaveLength(
    1,
  )
})
