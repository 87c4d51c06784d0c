import { beforeAll, afterEach, expect, test } from 'vitest'
import { databaseOf } from '../../../platform/database/of.js'
import { expectErrors } from '../../../../test/logged-errors.js'
import { billingStory, startBilling, type Billing } from '../../../../test/stripe/billing-story.js'
import { CONSENT, declined, refuse } from '../../../../test/stripe/store.js'
import { followStripe } from './follow-stripe.js'

let billing: Billing
beforeAll(async () => {
  billing = await startBilling()
})
afterEach(() => {
  billing.stripe.faults = []
  billing.stripe.store.asksBank = false
})

const busy = refuse(429, { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests' })
const broken = refuse(500, { type: 'api_error', message: 'Something went wrong' })
const badKey = refuse(401, { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_1234' })

test.each([
  [
    'a declined card',
    declined('card_declined', 'Your card was declined.', 'generic_decline'),
    402,
    /^Your card was declined/,
  ],
  ['an expired card', declined('expired_card', 'Your card has expired.'), 402, /^Your card has expired/],
  ['a bank that asks again and again', CONSENT, 402, /^Your bank wants you to confirm/],
  ['a busy Stripe', busy, 429, /^The payment service is busy/],
  ['a broken Stripe', broken, 503, /^The payment service does not answer/],
  ['a slow Stripe', 'hang', 503, /^The payment service does not answer/],
  ['a Stripe that is down', 'drop', 503, /^The payment service does not answer/],
  ['a wrong key of ours', badKey, 502, /^Payments are not set up correctly/],
] as const)('%s changes nothing, and the answer says why', async (_, answer, status, message) => {
  const { ada, addCard, planOf, stripe } = await billingStory(billing)
  const card = await addCard()
  stripe.faults = [{ matches: /^POST \/subscriptions$/, answer }]
  if (status > 500) expectErrors(/request failed/)
  const refused = await ada.post('/api/billing', { plan: 'team' })
  expect([refused.status, refused.body.error.status]).toEqual([status, status])
  expect(refused.body.error.message).toMatch(message)
  expect(JSON.stringify(refused.body)).not.toMatch(/sk_/)
  expect(await planOf()).toBe('starter')

  stripe.faults = []
  await ada.data('POST', '/api/billing', { plan: 'team' })
  expect(await planOf()).toBe('team')
  expect(stripe.store.subscriptions.filter(({ customer }) => customer === card.customer)).toHaveLength(1)
})

test('a bank that asks for the first payment: the plan changes once the payment is confirmed', async () => {
  const { ada, subscribe, planOf, stripe } = await billingStory(billing)
  const { customer } = await subscribe('lite')
  await ada.data('DELETE', '/api/billing') // the trial is used
  stripe.store.asksBank = true
  const first = await ada.data('POST', '/api/billing', { plan: 'team' })
  expect([first.client_secret, await planOf()]).toEqual([expect.stringMatching(/_secret_/), 'starter'])

  // Nobody confirmed it, and the next try is for another plan.
  const second = await ada.data('POST', '/api/billing', { plan: 'lite' })
  expect(second.client_secret).not.toBe(first.client_secret)
  const statuses = () =>
    stripe.store.subscriptions.filter((one) => one.customer === customer).map(({ status }) => status)
  expect([statuses(), await planOf()]).toEqual([['canceled', 'canceled', 'incomplete'], 'starter'])

  expect(stripe.store.confirmPayment(second.client_secret)).toBe(true)
  expect(await ada.data('POST', '/api/billing', { plan: 'lite' })).toEqual({ ok: true })
  expect([statuses(), await planOf()]).toEqual([['canceled', 'canceled', 'active'], 'lite'])
})

test('an account keeps the plan that an operator gave it until a first payment is confirmed', async () => {
  const { ada, addCard, planOf, stripe, server } = await billingStory(billing)
  const { customer } = await addCard()
  const { db } = databaseOf(server.platform)
  await db.updateTable('accounts').set({ subscription_plan: 'team' }).where('id', '=', ada.account_id).execute()
  await db
    .updateTable('account_billing')
    .set({ trial_used_at: new Date() })
    .where('account_id', '=', ada.account_id)
    .execute()
  stripe.store.asksBank = true
  await ada.data('POST', '/api/billing', { plan: 'lite' })
  expect(await planOf()).toBe('team')

  // Nobody confirmed it in time.
  const [unconfirmed] = stripe.store.subscriptions.filter((one) => one.customer === customer)
  Object.assign(unconfirmed ?? {}, { status: 'incomplete_expired' })
  await followStripe(server.platform, server.platform.account(ada.account_id))
  expect(await planOf()).toBe('team')
  const { client_secret } = await ada.data('POST', '/api/billing', { plan: 'lite' })
  expect([stripe.store.confirmPayment(client_secret), await planOf()]).toEqual([true, 'team'])
  await followStripe(server.platform, server.platform.account(ada.account_id))
  expect(await planOf()).toBe('lite')
  await ada.data('DELETE', '/api/billing')
  expect(await planOf()).toBe('starter')
})

test('a card that Stripe refuses is not stored', async () => {
  const { ada, stripe } = await billingStory(billing)
  const card = stripe.store.addCard()
  stripe.faults = [{ matches: /attach$/, answer: declined('card_declined', 'Your card was declined.', 'lost_card') }]
  const refused = await ada.post('/api/payment_methods', { payment_method: card })
  expect(refused).toMatchObject({ status: 402, body: { error: { status: 402, message: 'Your card was declined.' } } })
  expect(await ada.data('GET', '/api/payment_methods')).toBeNull()
})

test('a lost answer does not make a second subscription', async () => {
  const { ada, addCard, stripe, planOf } = await billingStory(billing)
  const { customer } = await addCard()
  stripe.faults = [{ matches: /^POST \/subscriptions$/, answer: 'drop', after: true }]
  expectErrors(/request failed/)
  expect((await ada.post('/api/billing', { plan: 'lite' })).status).toBe(503)
  const own = () => stripe.store.subscriptions.filter((one) => one.customer === customer)
  expect(own()).toHaveLength(1)

  stripe.faults = []
  await ada.data('POST', '/api/billing', { plan: 'team' })
  expect([own().length, await planOf()]).toEqual([1, 'team'])
})

test('two admins and ten clicks at once make one subscription', async () => {
  const { ada, ben, addCard, stripe, planOf } = await billingStory(billing)
  const { customer } = await addCard()
  await ada.data('PUT', `/api/users/${ben.id}/role`, { role: 'admin' })
  const answers = await Promise.all([
    ...Array.from({ length: 5 }, () => ada.post('/api/billing', { plan: 'team' })),
    ...Array.from({ length: 5 }, () => ben.post('/api/billing', { plan: 'lite' })),
  ])
  for (const { status } of answers) expect(status).toBeOneOf([200, 409])
  const own = stripe.store.subscriptions.filter((one) => one.customer === customer)
  expect(own).toHaveLength(1)
  // Ours is what Stripe has.
  const { subscription_plan, product } = await ada.data('GET', '/api/billing')
  expect([subscription_plan, await planOf()]).toEqual([product.code, product.code])
})

test('every change that creates something sends an idempotency key', async () => {
  const { ada, addCard, stripe } = await billingStory(billing)
  stripe.calls.length = 0
  await addCard()
  await ada.data('POST', '/api/billing', { plan: 'lite' })
  await ada.data('PUT', '/api/billing', { plan: 'team' })
  const keyed = stripe.calls.filter(({ call }) => /^POST \/(customers|subscriptions)(\/sub_\w+)?$/.test(call))
  expect(keyed).toHaveLength(3)
  expect(new Set(keyed.map(({ key }) => key)).size).toBe(3)
  for (const { key } of keyed) expect(key).toMatch(ada.account_id)
})

test('choosing the plan that the account has calls no change', async () => {
  const { ada, subscribe, stripe } = await billingStory(billing)
  await subscribe('team')
  stripe.calls.length = 0
  await ada.data('PUT', '/api/billing', { plan: 'team' })
  expect(stripe.changes()).toEqual([])
})

test.each([
  ['euros', [3_900], { currency: 'eur' }],
  ['a year', [3_900], { recurring: { interval: 'year', interval_count: 1 } }],
  ['three months', [3_900], { recurring: { interval: 'month', interval_count: 3 } }],
  ['tiers', [null], {}],
  ['no price at all', [], {}],
])('refuses a plan whose product has %s', async (_, amounts, more) => {
  const { ada, addCard, stripe, planOf } = await billingStory(billing)
  await addCard()
  const product = stripe.store.addPlan('starter', amounts, more)
  stripe.calls.length = 0
  for (const path of ['/api/billing', '/api/billing/preview']) {
    const refused = await ada.post(path, { plan: 'starter' })
    expect([refused.status, refused.body.error.message]).toEqual([
      422,
      expect.stringMatching(/no monthly price in US dollars/),
    ])
  }
  expect(stripe.changes()).toEqual([])
  expect(await planOf()).toBe('starter')
  product.active = false
})

test('asks for a card before a plan', async () => {
  const { ada, stripe } = await billingStory(billing)
  stripe.calls.length = 0
  const refused = await ada.post('/api/billing', { plan: 'lite' })
  expect([refused.status, refused.body.error.message]).toEqual([402, 'Please add a card first.'])
  expect(stripe.changes()).toEqual([])
})

test('the EU edition has products of its own and the same plan names', async () => {
  const european = await startBilling({ EU_EDITION: 'true' })
  european.stripe.store.addPlan('eu-lite', [3_900])
  const { ada, subscribe, planOf } = await billingStory(european)
  await subscribe('lite')
  expect(await planOf()).toBe('lite')
  const { product, subscription } = await ada.data('GET', '/api/billing')
  expect([product.code, subscription.prices[0].unit_amount]).toEqual(['lite', 3_900])
})
