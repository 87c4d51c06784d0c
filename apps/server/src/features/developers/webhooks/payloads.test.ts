import { WEBHOOK_EVENTS, type WebhookEvent } from '@papercups/contract'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { carlaTwice, merge, undo } from '../../../../test/customer-merges.js'
import { reactionsDone } from '../../../../test/mail.js'
import { rateAs, setStatus, turnRatingsOn } from '../../../../test/ratings.js'
import { story, Visitor, type Story } from '../../../../test/story.js'
import { startReceiver } from '../../../../test/webhook-receiver.js'
import { databaseOf } from '../../../platform/database/of.js'
import { samples } from './samples.js'

const PATH = '/api/event_subscriptions'

async function subscribed(more: object = {}) {
  const tale = await story()
  await reactionsDone(tale.server)
  const receiver = await startReceiver()
  await tale.ada.data('POST', PATH, { event_subscription: { webhook_url: receiver.url, ...more } })
  const got = async (event: WebhookEvent, count = 1) => {
    await expect.poll(() => receiver.of(event).length).toBe(count)
    return receiver.of(event)[count - 1]
  }
  return { ...tale, receiver, got }
}

const keys = (value: object) => Object.keys(value).sort()

const CONVERSATION = [
  ...['account_id', 'assignee_id', 'closed_at', 'created_at', 'customer_id', 'id', 'inbox_id', 'last_activity_at'],
  ...['metadata', 'object', 'priority', 'read', 'source', 'status', 'subject'],
]
const MESSAGE = [
  ...[
    'account_id',
    'attachments',
    'body',
    'content_type',
    'conversation_id',
    'created_at',
    'customer_id',
    'id',
    'metadata',
  ],
  ...['object', 'private', 'seen_at', 'sent_at', 'source', 'type', 'user', 'user_id'],
]
const CUSTOMER = [
  ...['browser', 'company_id', 'created_at', 'current_url', 'email', 'external_id', 'host', 'id', 'metadata', 'name'],
  ...['object', 'os', 'pathname', 'phone', 'profile_photo_url', 'title', 'updated_at'],
]

test('new messages have exactly the keys of the original', async () => {
  const { ada, carla, got } = await subscribed()
  await carla.says('Hi there')
  const theirs = await got('message:created')
  expect(keys(theirs)).toEqual([...MESSAGE, 'customer'].sort())
  expect(keys(theirs.customer)).toEqual(CUSTOMER)
  expect(theirs).toMatchObject({
    body: 'Hi there',
    user: null,
    attachments: [],
    conversation_id: carla.conversation_id,
  })

  await ada.answers('Hello')
  const ours = await got('message:created', 2)
  expect(keys(ours)).toEqual(MESSAGE)
  expect(ours).toMatchObject({ body: 'Hello', user_id: ada.id, user: { id: ada.id, object: 'user', email: ada.email } })
})

test('new conversations come without a choice, updates only if scope names them', async () => {
  const plain = await subscribed()
  const scoped = await subscribed({ scope: 'I want conversation:updated too' })
  for (const { ada, carla, acme, server } of [plain, scoped]) {
    const dora = await (await new Visitor(server.url).arrives(acme.id)).opensChat()
    await dora.says('First')
    await ada.data('PUT', `/api/conversations/${carla.conversation_id}`, { conversation: { priority: 'priority' } })
    await ada.data('PUT', `/api/conversations/${carla.conversation_id}`, { conversation: { status: 'closed' } })
    await reactionsDone(server)
  }
  expect(keys(await plain.got('conversation:created'))).toEqual(CONVERSATION)
  const closed = await scoped.got('conversation:updated', 2)
  expect(keys(closed)).toEqual(CONVERSATION)
  expect(closed).toMatchObject({ id: scoped.carla.conversation_id, status: 'closed' })
  expect(plain.receiver.received.map(({ event }) => event).sort()).toEqual(['conversation:created', 'message:created'])
})

test('archiving and tags are no update of the conversation', async () => {
  const { ada, carla, receiver, got } = await subscribed({ events: ['conversation:updated', 'conversation:tagged'] })
  const path = `/api/conversations/${carla.conversation_id}`
  const tag = await ada.data('POST', '/api/tags', { tag: { name: 'VIP' } })
  await ada.data('POST', `${path}/tags`, { tag_id: tag.id })
  const tagged = await got('conversation:tagged')
  expect(tagged).toMatchObject({ id: carla.conversation_id, tags: [{ id: tag.id, name: 'VIP' }] })
  expect(keys(tagged)).toEqual([...CONVERSATION, 'tags'].sort())
  await ada.post(`${path}/archive`)
  await ada.data('PUT', path, { conversation: { priority: 'priority' } })
  await got('conversation:updated')
  expect(receiver.received.map(({ event }) => event)).toEqual(['conversation:tagged', 'conversation:updated'])
})

test('an assignment says who has the conversation now', async () => {
  const { ada, ben, carla, got } = await subscribed({ events: ['conversation:assigned'] })
  const assign = (assignee_id: number | null) =>
    ada.data('PUT', `/api/conversations/${carla.conversation_id}`, { conversation: { assignee_id } })
  await assign(ben.id)
  expect(await got('conversation:assigned')).toMatchObject({
    assignee_id: ben.id,
    assignee: { id: ben.id, email: ben.email },
  })
  await assign(null)
  expect(await got('conversation:assigned', 2)).toMatchObject({ assignee_id: null, assignee: null })
})

test('the first visit of a customer that the team added creates nobody', async () => {
  const { ada, acme, server, got, receiver } = await subscribed({ events: ['customer:created'] })
  const added = await ada.data('POST', '/api/customers', { customer: { name: 'Dora', email: 'dora@example.com' } })
  await new Visitor(server.url).put(`/api/customers/${added.id}/metadata`, { metadata: { name: 'Dora' } })
  const visitor = await new Visitor(server.url).arrives(acme.id, { name: 'Emil' })
  // Logged by an older server, which did not say what created the customer.
  await databaseOf(server.platform).pool.query(
    `insert into events (account_id, type, payload) values ($1, 'customer:visited', $2)`,
    [acme.id, { customer_id: visitor.customer_id, first: true }],
  )
  await got('customer:created', 3)
  await reactionsDone(server)
  const ids = receiver.of('customer:created').map(({ id }) => id)
  expect(ids.toSorted()).toEqual([added.id, visitor.customer_id, visitor.customer_id].toSorted())
})

test('a merge and its undo name both customers, also after a further merge', async () => {
  const { ada, carla, phone, acme, server } = await carlaTwice()
  const receiver = await startReceiver()
  const events = ['customer:merged', 'customer:unmerged']
  await ada.data('POST', PATH, { event_subscription: { webhook_url: receiver.url, events } })
  const { body } = await merge(ada, carla.customer_id, phone.customer_id)
  await expect.poll(() => receiver.of('customer:merged')).toHaveLength(1)
  const [merged] = receiver.of('customer:merged')
  expect(keys(merged)).toEqual([...CUSTOMER, 'merged_customer_id'].sort())
  const pair = { id: carla.customer_id, merged_customer_id: phone.customer_id }
  expect(merged).toMatchObject({ ...pair, name: 'Carla', phone: '+351 912' })
  await undo(ada, body.data.id)
  await expect.poll(() => receiver.of('customer:unmerged')).toMatchObject([{ ...pair, phone: null }])

  const tablet = await new Visitor(server.url).arrives(acme.id, { name: 'Tablet' })
  // An open transaction keeps the log unread until both merges are in it.
  const reading = await databaseOf(server.platform).pool.connect()
  await reading.query('begin; select pg_current_xact_id()')
  await merge(ada, carla.customer_id, phone.customer_id)
  await merge(ada, tablet.customer_id, carla.customer_id)
  await reading.query('commit')
  reading.release()
  await expect.poll(() => receiver.of('customer:merged')).toHaveLength(3)
  const ids = receiver.of('customer:merged').map(({ id, merged_customer_id }) => [id, merged_customer_id])
  expect(ids.slice(1)).toEqual([
    [tablet.customer_id, phone.customer_id],
    [tablet.customer_id, carla.customer_id],
  ])
})

test('every kind of event is sent when it is chosen, with the keys of its sample', async () => {
  const { ada, carla, server, acme, receiver } = await subscribed({ events: WEBHOOK_EVENTS })
  await everything({ ada, carla, server, acme })
  const events = () => [...new Set(receiver.received.map(({ event }) => event))].sort()
  await expect.poll(events, { timeout: 10_000 }).toEqual([...WEBHOOK_EVENTS].sort())
  for (const event of WEBHOOK_EVENTS)
    for (const payload of receiver.of(event)) {
      const sample = samples[event]
      const optional = event === 'message:created' ? ['customer'] : []
      const without = (names: string[]) => names.filter((name) => !optional.includes(name))
      expect([event, without(keys(payload))]).toEqual([event, without(keys(sample))])
    }
})

/** Ada and visitors do everything that webhooks hear of. */
async function everything({ ada, carla, server, acme }: Pick<Story, 'ada' | 'carla' | 'server' | 'acme'>) {
  await carla.says('Hello')
  const path = `/api/conversations/${carla.conversation_id}`
  await ada.data('PUT', path, { conversation: { assignee_id: ada.id, priority: 'priority' } })
  const tag = await ada.data('POST', '/api/tags', { tag: { name: 'VIP' } })
  await ada.data('POST', `${path}/tags`, { tag_id: tag.id })
  await ada.data('PUT', `/api/tags/${tag.id}`, { tag: { color: 'red' } })
  await turnRatingsOn(ada)
  await ada.answers('Hi')
  await setStatus(ada, carla.conversation_id, 'closed')
  await reactionsDone(server)
  for (const score of [4, 5]) await rateAs(carla, { score })
  await ada.delete(`/api/tags/${tag.id}`)
  const dora = await (await new Visitor(server.url).arrives(acme.id, { name: 'Dora' })).opensChat()
  const about = `/api/customers/${dora.customer_id}`
  await ada.data('PUT', about, { customer: { phone: '1' } })
  const twin = await new Visitor(server.url).arrives(acme.id, { name: 'Dora B' })
  const merged = await merge(ada, dora.customer_id, twin.customer_id)
  await undo(ada, merged.body.data.id)
  const note = await ada.data('POST', '/api/notes', { note: { body: 'Hm', customer_id: dora.customer_id } })
  await ada.data('PUT', `/api/notes/${note.id}`, { note: { body: 'Hm!' } })
  await reactionsDone(server)
  await ada.delete(`/api/notes/${note.id}`)
  const issue = await ada.data('POST', '/api/issues', { issue: { title: 'Dark mode' } })
  await ada.data('PUT', `/api/issues/${issue.id}`, { issue: { state: 'done' } })
  await ada.data('POST', `${about}/issues`, { issue_id: issue.id })
  await ada.data('DELETE', `${about}/issues/${issue.id}`)
  await reactionsDone(server)
  await ada.delete(`/api/issues/${issue.id}`)
  await ada.delete(`/api/conversations/${dora.conversation_id}`)
  await reactionsDone(server)
  await ada.delete(about)
}

test('docs/webhooks.md has the payload of every event', async () => {
  const page = await readFile(new URL('../../../../../../docs/webhooks.md', import.meta.url), 'utf8')
  const blocks = [...page.matchAll(/### (\S+)\n[^]*?```json\n([^]*?)```/g)]
  const documented = Object.fromEntries(blocks.map(([, event = '', json = '']) => [event, JSON.parse(json)]))
  expect(documented).toEqual(
    Object.fromEntries(WEBHOOK_EVENTS.map((event) => [event, { event, payload: samples[event] }])),
  )
})
