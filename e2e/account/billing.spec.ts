import type { Page } from '@playwright/test'
import { startStripe, WEBHOOK_SECRET } from '../../apps/server/test/stripe/stand-in.js'
import { invoice } from '../../apps/server/test/stripe/objects.js'
import { call, OUTSIDE, registerCompany } from '../people.js'
import { expect, expectAccessible, expectToFit, test } from '../story.js'
import { serveStripeJs } from './stripe-js.js'

const costs = (page: Page) => page.getByRole('table', { name: 'Costs' })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

async function choosePlan(page: Page, plan: string) {
  await page.getByRole('button', { name: 'Update subscription plan' }).click()
  await page.getByRole('dialog', { name: 'Select plan' }).getByRole('button', { name: plan }).click()
}

test('an admin chooses a plan, pays by card, changes, cancels and resumes it', async ({ install }) => {
  const stripe = await startStripe()
  stripe.store.addPlan('lite', [3_200])
  stripe.store.addPlan('team', [9_400])
  const card = stripe.store.addCard()
  const { somebody, papercups } = await install({
    BILLING_ENABLED: 'true',
    STRIPE_SECRET: 'sk_test_stand_in',
    STRIPE_PUBLIC_KEY: 'pk_test_stand_in',
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_URL: stripe.url,
  })
  const ada = await somebody()
  const cards = {
    '4000002500003155': { id: card.id, asksBank: true },
    '4000000000000069': { message: 'Your card has expired.' },
  }
  await serveStripeJs(ada, cards, (client_secret) => stripe.store.confirmPayment(client_secret))
  await registerCompany(ada, OUTSIDE)

  await ada.goto('/billing')
  await expect(ada).toHaveURL('/settings/billing')
  await expect(heading(ada, 'Billing Overview')).toBeVisible()
  await expect(heading(ada, 'Starter plan')).toBeVisible()
  await expect(costs(ada).getByRole('columnheader')).toHaveText(['Subscription', 'Price per month'])
  await expect(costs(ada).getByRole('row')).toHaveText([/Subscription/, 'Starter$0.00', 'Total$0.00'])
  await expect(ada.getByText('No credit card information has been entered yet.')).toBeVisible()
  await expect(ada.getByText('No invoices yet.')).toBeVisible()
  await expectAccessible(ada)

  // Without a card, a plan leads to the card.
  await ada.getByRole('button', { name: 'Update subscription plan' }).click()
  const plans = ada.getByRole('dialog', { name: 'Select plan' })
  await expect(plans.getByRole('heading', { level: 3 })).toHaveText(['Starter', 'Lite', 'Team', 'Enterprise'])
  for (const price of ['$0 / month', '$32 / month', '$94 / month', 'Custom'])
    await expect(plans.getByText(price)).toBeVisible()
  await expect(plans.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', /^mailto:/)
  await expectAccessible(ada)
  await plans.getByRole('button', { name: 'Select Lite' }).click()
  const form = ada.getByRole('dialog', { name: 'Update credit card information' })
  await expect(form.getByRole('combobox', { name: 'Plan' })).toHaveValue('Lite')
  const save = form.getByRole('button', { name: 'Save' })
  for (const [number, words] of [
    ['4000000000000002', 'Your card was declined.'],
    ['4000000000000069', 'Your card has expired.'],
  ] as const) {
    await form.getByLabel('Card number').fill(number)
    await save.click()
    await expect(form.getByRole('alert')).toHaveText(words)
  }
  await form.getByLabel('Card number').fill('4000002500003155')
  await save.click()
  await ada.getByRole('button', { name: 'Approve at the bank' }).click()
  await expect(ada.getByText('Success!')).toBeVisible()
  await expect(ada.getByText("You've successfully updated your billing information.")).toBeVisible()
  await expect(form).toBeHidden()
  await expect(heading(ada, 'Lite plan')).toBeVisible()
  await expect(costs(ada).getByRole('row')).toHaveText([/Subscription/, 'Lite$32.00', 'Total$32.00'])
  await expect(ada.getByText('Visa ending in 4242, expires 4/2035')).toBeVisible()
  await expect(ada.getByText(/^Your free trial ends on /)).toBeVisible()
  await expect(ada.getByText(/^Next billing date: /)).toBeVisible()
  await expect(ada.getByRole('button', { name: 'Edit card' })).toBeVisible()

  // With a card, a plan changes after its costs are shown. The current plan leads to the card.
  await choosePlan(ada, 'Current plan')
  await expect(form).toBeVisible()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await choosePlan(ada, 'Select Team')
  const confirm = ada.getByRole('dialog', { name: 'Change to the Team plan?' })
  await expect(confirm.getByText('The plan costs $94.00 a month.')).toBeVisible()
  await expect(confirm.getByText('For the rest of the current period you pay $29.00.')).toBeVisible()
  await confirm.getByRole('button', { name: 'Change to Team' }).click()
  await expect(heading(ada, 'Team plan')).toBeVisible()

  const [first] = stripe.store.subscriptions
  stripe.store.addDiscount(first, { percent_off: 20, name: 'Friends' })
  stripe.store.invoices.push(invoice(first.customer))
  await ada.reload()
  const rows = [/Subscription/, 'Team$94.00', 'Discount (Friends, 20%)−$18.80', 'Total$75.20']
  await expect(costs(ada).getByRole('row')).toHaveText(rows)
  await expect(ada.getByRole('link', { name: 'PDF of ACME-0001' })).toHaveAttribute('href', /^https:\/\/pay\./)

  await ada.getByRole('button', { name: 'Cancel subscription' }).click()
  const asked = ada.getByRole('dialog', { name: 'Cancel your subscription?' })
  await asked.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(ada.getByText(/^Your subscription ends on /)).toBeVisible()
  await ada.getByRole('button', { name: 'Resume subscription' }).click()
  await expect(ada.getByText(/^Next billing date: /)).toBeVisible()

  // Without a trial the first payment is due at once, and the bank asks about it.
  await call(ada, '/api/billing', { method: 'DELETE' })
  stripe.store.asksBank = true
  await ada.reload()
  await choosePlan(ada, 'Select Lite')
  await ada.getByRole('button', { name: 'Change to Lite' }).click()
  await ada.getByRole('button', { name: 'Approve at the bank' }).click()
  await expect(heading(ada, 'Lite plan')).toBeVisible()
  const subscription = stripe.store.subscriptions.at(-1)

  // A failed payment is shown on every page, also on a phone. Other pages know no Stripe.
  subscription.status = 'past_due'
  const { body, headers } = stripe.sign('invoice.payment_failed', invoice(subscription.customer))
  expect((await ada.request.post(`${papercups.url}/api/stripe/webhook`, { data: body, headers })).status()).toBe(200)
  await expect.poll(() => call(ada, '/api/billing/problem')).not.toBeNull()
  await ada.goto('/settings/team')
  await expect(ada.getByText(/^Your last payment failed/)).toBeVisible()
  await ada.setViewportSize({ width: 360, height: 740 })
  await expectToFit(ada)
  await ada.getByRole('link', { name: 'Update your card' }).click()
  await expect(ada.getByRole('alert').filter({ hasText: 'Your last payment failed' })).toBeVisible()
  await expectToFit(ada)
  await expectAccessible(ada)
  await ada.getByRole('button', { name: 'Edit card' }).click()
  await expect(form.getByLabel('Card number')).toBeVisible()
  expect(await ada.evaluate(() => 'Stripe' in globalThis)).toBe(true)
  await ada.goBack()
  await expect(heading(ada, 'My Team')).toBeVisible()
  expect(await ada.evaluate(() => 'Stripe' in globalThis)).toBe(false)
  await stripe.close()
})
