import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { Client } from '../../../../test/client.js'
import { reactionsDone } from '../../../../test/mail.js'
import { newCompany, newInviteToken, newTeammate, Visitor } from '../../../../test/story.js'
import { startReceiver } from '../../../../test/webhook-receiver.js'
import { billingStory, startBilling, type Billing } from '../../../../test/stripe/billing-story.js'
import { databaseOf } from '../../../platform/database/of.js'

let billing: Billing
beforeAll(async () => {
  billing = await startBilling()
})

const setPlan = (account_id: string, subscription_plan: 'starter' | 'lite' | 'team') =>
  databaseOf(billing.server.platform)
    .db.updateTable('accounts')
    .set({ subscription_plan })
    .where('id', '=', account_id)
    .execute()

const limit = (part: string) => ({
  ...{ status: 403, body: { error: { status: 403, code: 'plan_limit', message: expect.stringContaining(part) } } },
})

test('private notes need the Lite plan, in whichever way they come', async () => {
  const { server, ada, acme } = await billingStory(billing)
  const carla = await new Visitor(server.url).arrives(acme.id)
  await carla.opensChat()
  const { conversation_id, customer_id } = carla
  const message = { conversation_id, body: 'Careful', type: 'note' }
  const send_at = new Date(Date.now() + 3_600_000).toISOString()
  const socket = await ada.join(`notification:${acme.id}`)
  const refused = limit('Private notes are part of the Lite and Team plans')
  const sent = await ada.sends({ conversation_id, body: 'Hello' })
  const ways = [
    () => ada.post('/api/messages', { message }),
    () => ada.post('/api/messages', { message: { ...message, type: 'reply', private: true } }),
    () => ada.call('PUT', `/api/messages/${sent.id}`, { message: { private: true } }),
    () => ada.post('/api/conversations', { conversation: { customer_id, message: { body: 'x', private: true } } }),
    () => ada.post('/api/scheduled_messages', { scheduled_message: { ...message, send_at } }),
  ]
  for (const way of ways) expect(await way()).toMatchObject(refused)
  await expect(socket.push('shout', message)).rejects.toThrow(/Private notes/)
  expect(
    (await carla.data('GET', `/api/conversations/customer?customer_id=${customer_id}&account_id=${acme.id}`)).length,
  ).toBe(1)

  await setPlan(acme.id, 'lite')
  for (const way of ways) expect((await way()).status).toBeOneOf([200, 201])
  await socket.push('shout', message)
})

test('webhooks need the Team plan', async () => {
  const { ada, acme } = await billingStory(billing)
  const add = () => ada.post('/api/event_subscriptions', { event_subscription: { webhook_url: 'https://acme.test/' } })
  await setPlan(acme.id, 'team')
  const { id } = (await add()).body.data
  await setPlan(acme.id, 'lite')
  const refused = limit('Webhooks are part of the Team plan.')
  expect(await add()).toMatchObject(refused)
  const changes = { event_subscription: { scope: 'conversation:updated' } }
  expect(await ada.call('PUT', `/api/event_subscriptions/${id}`, changes)).toMatchObject(refused)
  // What is there can be removed.
  expect((await ada.call('DELETE', `/api/event_subscriptions/${id}`)).status).toBe(204)
})

test('after a downgrade webhooks wait, and an upgrade sends them', async () => {
  const { server, ada, acme } = await billingStory(billing)
  const receiver = await startReceiver()
  await setPlan(acme.id, 'team')
  const event_subscription = { webhook_url: receiver.url, events: ['tag:created'] }
  await ada.data('POST', '/api/event_subscriptions', { event_subscription })
  const addTag = (name: string) => ada.data('POST', '/api/tags', { tag: { name } })
  const received = () => receiver.of('tag:created').map(({ name }) => name)
  await addTag('one')
  await expect.poll(received).toEqual(['one'])

  await setPlan(acme.id, 'starter')
  await addTag('two')
  await reactionsDone(server)
  // A delivery of another account goes on, so the sender has looked.
  const other = await startReceiver()
  const grace = await newCompany(server, 'Initech', 'grace')
  await setPlan(grace.id, 'team')
  const theirs = { webhook_url: other.url, events: ['tag:created'] }
  await grace.admin.data('POST', '/api/event_subscriptions', { event_subscription: theirs })
  await grace.admin.data('POST', '/api/tags', { tag: { name: 'theirs' } })
  await expect.poll(() => other.received.length).toBe(1)
  expect(received()).toEqual(['one'])

  await setPlan(acme.id, 'team')
  await addTag('three')
  await expect.poll(received).toEqual(['one', 'two', 'three'])
})

test('ten people at once get the seats that are left, through every way in', async () => {
  const { server, ada, ben, acme } = await billingStory(billing)
  await setPlan(acme.id, 'team')
  const [cleo, dan] = [await newTeammate(server, acme, 'cleo'), await newTeammate(server, acme, 'dan')]
  await ada.data('POST', `/api/users/${cleo.id}/disable`)
  await ada.data('POST', `/api/users/${dan.id}/archive`)
  await setPlan(acme.id, 'lite')
  const invite_token = await newInviteToken(server, acme.id)
  const register = () => {
    const user = { email: `${randomUUID()}@acme.test`, password: 'correct horse battery', invite_token }
    return new Client(server.url).post('/api/registration', { user: { ...user, password_confirmation: user.password } })
  }

  // Ada and Ben have two of the four seats.
  const answers = await Promise.all([
    ...Array.from({ length: 8 }, register),
    ada.post(`/api/users/${cleo.id}/enable`),
    ada.post(`/api/users/${dan.id}/restore`),
  ])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
  for (const answer of answers.filter(({ status }) => status !== 200))
    expect(answer).toMatchObject(limit('All 4 seats of this plan are taken'))
  const { users } = await ada.data('GET', '/api/accounts/me')
  const active = users.filter(
    (user: { disabled_at: null; archived_at: null }) => !user.disabled_at && !user.archived_at,
  )
  expect(active).toHaveLength(4)
  expect(ben.account_id).toBe(acme.id)
  for (const path of ['/api/user_invitations', '/api/user_invitation_emails'])
    expect(await ada.post(path, { to_address: `${randomUUID()}@acme.test` })).toMatchObject(limit('All 4 seats'))
})
