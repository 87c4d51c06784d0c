import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { jobsDone, mailsTo, mailTo } from '../../../../test/mail.js'
import { story } from '../../../../test/story.js'
import { billingStory, startBilling, type Billing } from '../../../../test/stripe/billing-story.js'
import { invoice, newId, now, type Stored } from '../../../../test/stripe/objects.js'
import { declined } from '../../../../test/stripe/store.js'
import { databaseOf } from '../../../platform/database/of.js'
import { followAll } from './follow-later.js'
import { forgetOldEvents } from './unscoped.js'

let billing: Billing
beforeAll(async () => {
  billing = await startBilling()
})

const DAY = 24 * 3_600_000

async function deliver({ body, headers }: { body: string; headers: object }) {
  const answer = await fetch(`${billing.server.url}/api/stripe/webhook`, {
    method: 'POST',
    body,
    headers: { ...headers },
  })
  await jobsDone(billing.server)
  return answer.status
}

const send = (type: string, object: Stored) => deliver(billing.stripe.sign(type, object))

/** Reads of one subscription at Stripe. */
const readsOf = ({ id }: Stored) =>
  billing.stripe.calls.filter(({ call }) => call === `GET /subscriptions/${id}`).length

test('refuses events that Stripe did not sign', async () => {
  const { subscribe, planOf, stripe } = await billingStory(billing)
  const subscription = await subscribe('team')
  subscription.status = 'canceled'
  const real = stripe.sign('customer.subscription.deleted', subscription)
  const forged = [
    { ...real, headers: {} },
    { ...real, headers: { 'stripe-signature': 'nonsense' } },
    { ...real, body: real.body.replace('deleted', 'updated') },
    stripe.sign('customer.subscription.deleted', subscription, { secret: 'whsec_other' }),
    // A recorded call that is sent again later.
    stripe.sign('customer.subscription.deleted', subscription, { at: now() - 600 }),
    { ...real, body: '' },
    { ...real, body: '{' },
  ]
  for (const call of forged) expect(await deliver(call)).toBe(400)
  expect(await deliver({ ...real, body: 'x'.repeat(1_000_001) })).toBe(413)
  expect(await planOf()).toBe('team')
  expect(await deliver(real)).toBe(200)
  expect(await planOf()).toBe('starter')
})

test('tells the operator in Slack which account changed its plan', async () => {
  const notes: string[] = []
  const slack = createServer((request, reply) => {
    void text(request).then((body) => {
      notes.push(body)
      reply.end('ok')
    })
  })
  slack.listen(0, '127.0.0.1')
  await once(slack, 'listening')
  onTestFinished(() => void slack.close())
  const { port } = slack.address() as AddressInfo
  const install = await startBilling({ OPERATOR_SLACK_WEBHOOK_URL: `http://127.0.0.1:${port}/services/T0/B0/x` })
  const { ada, subscribe } = await billingStory(install)
  await ada.data('PUT', '/api/accounts/me', { account: { company_name: 'Acme & <!channel>' } })
  await subscribe('lite')
  await jobsDone(install.server)
  await ada.data('PUT', '/api/billing', { plan: 'lite' })
  await jobsDone(install.server)
  expect(notes.map((note) => JSON.parse(note))).toEqual([
    { text: 'Acme &amp; &lt;!channel&gt; changed its plan from starter to lite.' },
  ])
})

test('handles an event once, however often Stripe sends it', async () => {
  const { subscribe, stripe } = await billingStory(billing)
  const subscription = await subscribe('lite')
  const id = newId('evt')
  const before = readsOf(subscription)
  for (let time = 0; time < 3; time += 1)
    expect(await deliver(stripe.sign('customer.subscription.updated', subscription, { id }))).toBe(200)
  expect(readsOf(subscription) - before).toBe(1)
})

test('the order of events does not matter: the state comes from Stripe', async () => {
  const { ada, subscribe, planOf } = await billingStory(billing)
  const subscription = await subscribe('team')
  const early = structuredClone(subscription)
  subscription.status = 'canceled'
  await send('customer.subscription.deleted', subscription)
  await send('customer.subscription.updated', early)
  expect(await planOf()).toBe('starter')
  expect((await ada.data('GET', '/api/billing')).subscription).toBeNull()
  expect(await send('customer.created', { id: 'cus_unknown', object: 'customer' })).toBe(200)
  expect(await send('invoice.paid', invoice('cus_unknown'))).toBe(200)
})

test('follows a plan that was changed at Stripe, in this account only', async () => {
  const { subscribe, planOf, grace, stripe } = await billingStory(billing)
  const subscription = await subscribe('lite')
  const theirs = await subscribe('lite', grace)
  const team = stripe.store.products.find(({ metadata }) => metadata.name === 'team')
  subscription.items.data[0].price = stripe.store.prices.find(({ product }) => product === team.id).id
  await send('customer.subscription.updated', { ...subscription, metadata: { account_id: grace.account_id } })
  expect([await planOf(), await planOf(grace)]).toEqual(['team', 'lite'])
  expect(theirs.status).toBe('trialing')
})

test('a failed payment keeps the plan for two weeks, then it is the starter plan, and paying brings it back', async () => {
  const { ada, ben, grace, acme, server, subscribe, planOf } = await billingStory(billing)
  const subscription = await subscribe('team')
  subscription.status = 'past_due'
  await send('invoice.payment_failed', invoice(subscription.customer, { status: 'open' }))
  await send('customer.subscription.updated', subscription)

  const { since, plan_ends_at } = await ada.data('GET', '/api/billing/problem')
  expect(Date.parse(plan_ends_at) - Date.parse(since)).toBe(14 * DAY)
  expect((await ada.data('GET', '/api/billing')).payment_problem).toEqual({ since, plan_ends_at })
  expect(await grace.data('GET', '/api/billing/problem')).toBeNull()
  const mail = await mailTo(server, ada.email, 'Your payment failed')
  expect(mail.text).toMatch(/Your plan stays until .*Nothing is deleted/s)
  expect(mail.text).toContain('/settings/billing')
  const about = async (email: string) =>
    (await mailsTo(server, email)).filter(({ subject }) => subject === mail.subject)
  expect([(await about(ada.email)).length, await about(ben.email)]).toEqual([1, []])
  expect(await planOf()).toBe('team')

  const payment_failed_at = new Date(Date.now() - 15 * DAY)
  const { db } = databaseOf(server.platform)
  await db.updateTable('account_billing').set({ payment_failed_at }).where('account_id', '=', acme.id).execute()
  await followAll(server.platform)
  await jobsDone(server)
  expect([await planOf(), subscription.status]).toEqual(['starter', 'past_due'])
  expect((await ada.data('GET', '/api/accounts/me')).users).toHaveLength(2)

  subscription.status = 'active'
  await send('invoice.paid', invoice(subscription.customer))
  expect([await planOf(), await ada.data('GET', '/api/billing/problem')]).toEqual(['team', null])
})

test('a new card pays the open invoice at once', async () => {
  const { ada, subscribe, addCard, stripe } = await billingStory(billing)
  const subscription = await subscribe('lite')
  const open = invoice(subscription.customer, { status: 'open', subscription_id: subscription.id })
  stripe.store.invoices.push(open)
  subscription.status = 'past_due'
  await send('invoice.payment_failed', open)

  stripe.faults = [{ matches: /pay$/, answer: declined('card_declined', 'Your card was declined.') }]
  const card = await addCard()
  stripe.faults = []
  expect((await ada.data('GET', '/api/billing')).payment_method.id).toBe(card.id)
  expect(await ada.data('GET', '/api/billing/problem')).not.toBeNull()
  await addCard()
  expect([open.status, await ada.data('GET', '/api/billing/problem')]).toEqual(['paid', null])
})

test('every night finds what no event said', async () => {
  const { server, subscribe, planOf, grace } = await billingStory(billing)
  const subscription = await subscribe('team')
  await subscribe('lite', grace)
  subscription.status = 'canceled'
  expect(await planOf()).toBe('team')
  await followAll(server.platform)
  await jobsDone(server)
  expect([await planOf(), await planOf(grace)]).toEqual(['starter', 'lite'])

  const { db } = databaseOf(server.platform)
  await db
    .insertInto('stripe_events')
    .values({ id: 'evt_old', created_at: new Date(Date.now() - 31 * DAY) })
    .execute()
  await forgetOldEvents(server.platform)
  expect(await db.selectFrom('stripe_events').selectAll().where('id', '=', 'evt_old').execute()).toEqual([])
})

test('keeps the plan of an account that has a card and never subscribed', async () => {
  const { server, acme, addCard, planOf } = await billingStory(billing)
  await addCard()
  const { db } = databaseOf(server.platform)
  await db.updateTable('accounts').set({ subscription_plan: 'team' }).where('id', '=', acme.id).execute()
  await followAll(server.platform)
  await jobsDone(server)
  expect(await planOf()).toBe('team')
})

test('without billing nobody sends events', async () => {
  const { server } = await story()
  const { body, headers } = billing.stripe.sign('invoice.paid', invoice('cus_1'))
  const answer = await fetch(`${server.url}/api/stripe/webhook`, { method: 'POST', body, headers })
  expect(answer.status).toBe(403)
  await expect(followAll(server.platform)).resolves.toBeUndefined()
})
