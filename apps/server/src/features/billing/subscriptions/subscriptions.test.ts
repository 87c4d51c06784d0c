import { beforeAll, expect, test } from 'vitest'
import { Client } from '../../../../test/client.js'
import { jobsDone } from '../../../../test/mail.js'
import { story } from '../../../../test/story.js'
import { billingStory, startBilling, type Billing } from '../../../../test/stripe/billing-story.js'
import { invoice } from '../../../../test/stripe/objects.js'
import { databaseOf } from '../../../platform/database/of.js'

let billing: Billing
beforeAll(async () => {
  billing = await startBilling()
})

const CHANGES = [
  ['POST', '/api/billing', { plan: 'team' }],
  ['PUT', '/api/billing', { plan: 'team' }],
  ['DELETE', '/api/billing', undefined],
  ['POST', '/api/billing/cancel', {}],
  ['POST', '/api/billing/resume', {}],
  ['POST', '/api/billing/preview', { plan: 'team' }],
  ['POST', '/api/billing/setup_intent', {}],
  ['POST', '/api/payment_methods', { payment_method: { id: 'pm_1' } }],
] as const
const READS = ['/api/billing', '/api/billing/invoices', '/api/billing/problem', '/api/payment_methods']

test('without billing, an account is on the team plan and nothing can be bought', async () => {
  const { ada } = await story()
  expect(await ada.data('GET', '/api/billing')).toEqual({
    ...{ payment_method: null, subscription: null, product: null, subscription_plan: 'team' },
    ...{ num_users: 2, num_messages: 0, has_trial: true, payment_problem: null },
  })
  for (const [method, path, body] of CHANGES) {
    const refused = await ada.call(method, path, body)
    expect([path, refused.status, refused.body.error?.message]).toEqual([
      path,
      403,
      expect.stringMatching(/^Billing is not/),
    ])
  }
})

test('only admins see and change billing', async () => {
  const { ben, server } = await billingStory(billing)
  for (const [who, status] of [
    [ben, 403],
    [new Client(server.url), 401],
  ] as const) {
    for (const path of READS) expect([path, (await who.get(path)).status]).toEqual([path, status])
    for (const [method, path, body] of CHANGES)
      expect([path, (await who.call(method, path, body)).status]).toEqual([path, status])
  }
})

test('a card and a plan start a trial, and the answer has the shape that clients know', async () => {
  const { ada, stripe, addCard, planOf } = await billingStory(billing)
  expect(await planOf()).toBe('starter')
  expect(await ada.data('GET', '/api/payment_methods')).toBeNull()
  const card = await addCard()
  const payment_method = {
    ...{ id: card.id, object: 'payment_method', customer: expect.stringMatching(/^cus_/), brand: 'visa' },
    ...{ country: 'US', exp_month: 4, exp_year: 2035, last4: '4242' },
  }
  expect(await ada.data('GET', '/api/payment_methods')).toEqual(payment_method)

  expect((await ada.post('/api/billing', { plan: 'team' })).body).toEqual({ data: { ok: true } })
  expect(await planOf()).toBe('team')
  const info = await ada.data('GET', '/api/billing')
  const { start_date } = info.subscription
  const price = (unit_amount: number) => ({
    ...{ id: expect.stringMatching(/^price_/), active: true, unit_amount, currency: 'usd', amount_decimal: null },
    ...{ created: expect.any(Number), billing_scheme: 'per_unit', interval: 'month', interval_count: 1 },
    product_id: info.product.id,
  })
  expect(info).toEqual({
    payment_method,
    subscription: {
      ...{ id: expect.stringMatching(/^sub_/), livemode: false, start_date, status: 'trialing', quantity: 1 },
      ...{ current_period_start: start_date, current_period_end: start_date + 30 * 86_400, days_until_due: null },
      ...{ trial_start: start_date, trial_end: start_date + 14 * 86_400, cancel_at_period_end: false, discount: null },
      prices: [price(9_000), price(400)],
    },
    product: { id: expect.stringMatching(/^prod_/), name: 'team', active: true, code: 'team' },
    ...{ subscription_plan: 'team', num_users: 2, num_messages: 0, has_trial: false, payment_problem: null },
  })
  const { email, name } = stripe.store.customers.find(({ id }) => id === payment(info).customer)
  expect([email, name]).toEqual([ada.email, 'Acme'])
})

const payment = (info: { payment_method: { customer: string } }) => ({ customer: info.payment_method.customer })

test('a change of plan replaces the prices of the same subscription', async () => {
  const { ada, subscribe, stripe, planOf } = await billingStory(billing)
  const subscription = await subscribe('lite')
  expect((await ada.call('PUT', '/api/billing', { plan: 'team' })).body).toEqual({ data: { ok: true } })
  expect(await planOf()).toBe('team')
  const { prices } = (await ada.data('GET', '/api/billing')).subscription
  expect(prices.map((price: { unit_amount: number }) => price.unit_amount)).toEqual([9_000, 400])
  expect(stripe.store.subscriptions.filter(({ customer }) => customer === subscription.customer)).toHaveLength(1)
  for (const plan of ['gold', 'enterprise', '__proto__', 'starter '])
    expect(await ada.call('PUT', '/api/billing', { plan })).toMatchObject({
      status: 404,
      body: { error: { message: 'Not found' } },
    })
  expect((await ada.call('PUT', '/api/billing', { plan: 5 })).status).toBe(422)
})

test('canceling at once leaves the starter plan, and the second subscription has no trial', async () => {
  const { ada, subscribe, planOf, stripe } = await billingStory(billing)
  const first = await subscribe('lite')
  expect((await ada.call('DELETE', '/api/billing')).body).toEqual({ data: { ok: true } })
  expect(first.status).toBe('canceled')
  expect(await planOf()).toBe('starter')
  const { subscription, product, payment_method, has_trial } = await ada.data('GET', '/api/billing')
  expect([subscription, product, payment_method.last4, has_trial]).toEqual([null, null, '4242', false])

  await ada.data('POST', '/api/billing', { plan: 'lite' })
  const second = stripe.store.subscriptions.at(-1)
  expect([second.customer, second.status, second.trial_end]).toEqual([first.customer, 'active', null])
  // Canceling twice is no error.
  await ada.data('DELETE', '/api/billing')
  expect((await ada.call('DELETE', '/api/billing')).status).toBe(200)
})

test('a cancellation at the end of the period can be taken back', async () => {
  const { ada, subscribe, planOf, grace } = await billingStory(billing)
  const subscription = await subscribe('team')
  await ada.data('POST', '/api/billing/cancel', {})
  expect([subscription.cancel_at_period_end, await planOf()]).toEqual([true, 'team'])
  expect((await ada.data('GET', '/api/billing')).subscription.cancel_at_period_end).toBe(true)
  await ada.data('POST', '/api/billing/resume', {})
  expect(subscription.cancel_at_period_end).toBe(false)
  // Choosing the plan again resumes, too.
  await ada.data('POST', '/api/billing/cancel', {})
  await ada.data('PUT', '/api/billing', { plan: 'team' })
  expect(subscription.cancel_at_period_end).toBe(false)
  expect((await grace.post('/api/billing/resume', {})).status).toBe(404)
})

test('without a product of its own, the starter plan ends the subscription', async () => {
  const { ada, subscribe, planOf } = await billingStory(billing)
  const subscription = await subscribe('lite')
  expect(await ada.data('POST', '/api/billing/preview', { plan: 'starter' })).toMatchObject({
    monthly: 0,
    next_invoice: 0,
  })
  await ada.data('PUT', '/api/billing', { plan: 'starter' })
  expect([subscription.status, await planOf()]).toEqual(['canceled', 'starter'])
})

test('shows the costs of a change before it is made', async () => {
  const { ada, grace, subscribe, planOf } = await billingStory(billing)
  expect(await grace.data('POST', '/api/billing/preview', { plan: 'team' })).toMatchObject({
    ...{ plan: 'team', currency: 'usd', monthly: 9_400, due_now: 0, proration: 0, next_invoice: 9_400 },
    trial_end: expect.any(Number),
  })
  const subscription = await subscribe('lite')
  expect(await ada.data('POST', '/api/billing/preview', { plan: 'team' })).toEqual({
    ...{ plan: 'team', currency: 'usd', monthly: 9_400, proration: 2_900, due_now: 0, next_invoice: 12_300 },
    ...{ next_invoice_at: expect.any(Number), trial_end: subscription.trial_end },
  })
  expect(await planOf()).toBe('lite')
  await ada.data('DELETE', '/api/billing')
  expect(await ada.data('POST', '/api/billing/preview', { plan: 'lite' })).toMatchObject({
    due_now: 3_200,
    trial_end: null,
  })
})

test('lists the invoices of the account with their PDF, and nobody else sees them', async () => {
  const { ada, grace, subscribe, stripe } = await billingStory(billing)
  const { customer } = await subscribe('lite')
  await subscribe('lite', grace)
  stripe.store.invoices.push(invoice(customer), invoice(customer, { status: 'draft', number: null }))
  const [one, ...more] = await ada.data('GET', '/api/billing/invoices')
  expect(more).toEqual([])
  expect(one).toEqual({
    ...{ id: expect.stringMatching(/^in_/), number: 'ACME-0001', created: expect.any(Number), total: 9_400 },
    ...{ currency: 'usd', status: 'paid', invoice_pdf: `https://pay.stripe.test/invoice/${one.id}/pdf` },
    hosted_invoice_url: `https://invoice.stripe.test/i/${one.id}`,
  })
  expect(await grace.data('GET', '/api/billing/invoices')).toEqual([])
})

test('a card of another account is not found and stays where it is', async () => {
  const { ada, grace, addCard } = await billingStory(billing)
  const card = await addCard(ada)
  const owner = card.customer
  const stolen = await grace.post('/api/payment_methods', { payment_method: card })
  expect([stolen.status, stolen.body.error.message]).toEqual([404, 'Payment method not found'])
  expect([card.customer, await grace.data('GET', '/api/payment_methods')]).toEqual([owner, null])
  for (const id of ['pm_unknown', 'cus_1', '../customers', '', 7])
    expect((await grace.post('/api/payment_methods', { payment_method: { id } })).status).toBeOneOf([404, 422])
  const theirs = await grace.data('POST', '/api/billing/setup_intent', {})
  expect(theirs.client_secret).toMatch(/^seti_\w+_secret_/)
})

test('a discount comes with its terms, from newer and older versions of the API', async () => {
  const { ada, subscribe, stripe } = await billingStory(billing)
  const subscription = await subscribe('team')
  stripe.store.addDiscount(subscription, { percent_off: 20, name: 'Friends' })
  const newer = (await ada.data('GET', '/api/billing')).subscription
  expect(newer.discount).toEqual({
    ...{ id: expect.stringMatching(/^coupon_/), name: 'Friends', livemode: false, duration: 'forever' },
    ...{ duration_in_months: null, percent_off: 20, amount_off: null, currency: null, valid: true },
    ...{ redeem_by: null, times_redeemed: 3 },
  })
  stripe.store.older = true
  expect((await ada.data('GET', '/api/billing')).subscription).toEqual(newer)
  stripe.store.older = false
})

test('deleting the account cancels its subscription', async () => {
  const { ada, subscribe, server, acme } = await billingStory(billing)
  const subscription = await subscribe('team')
  expect((await ada.call('DELETE', '/api/accounts/me', { password: 'correct horse battery' })).status).toBe(204)
  await jobsDone(server)
  expect(subscription.status).toBe('canceled')
  const left = databaseOf(server.platform)
    .db.selectFrom('account_billing')
    .selectAll()
    .where('account_id', '=', acme.id)
  expect(await left.execute()).toEqual([])
})
