import { isPlanName, monthlyTotal } from '@papercups/plans'
import type Stripe from 'stripe'
import type { Account } from '../../../platform/account.js'
import { HttpError, notFound } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { askStripe, needsConsent } from '../stripe/ask-stripe.js'
import { findOffer, type Offer } from '../stripe/find-offer.js'
import { EXPANDED, toPrice } from '../stripe/present.js'
import { changeBilling, type BillingChange } from './change-billing.js'
import { cancelAtStripe, endSubscription } from './end-subscription.js'
import { findSubscription, followStripe, saveSubscription } from './follow-stripe.js'

export const TRIAL_DAYS = 14

/**
 * Changes the subscription, or creates one. Choosing the same plan twice changes nothing. The result has a secret if the
 * bank asks for the first payment: until it is confirmed, the account keeps its plan.
 */
export async function changePlan(platform: Platform, account: Account, plan: string) {
  if (!isPlanName(plan)) throw notFound()
  return changeBilling(platform, account, async (context) => {
    const { stripe, billing } = context
    const offer = await findOffer(platform, stripe, plan)
    if (!offer) {
      // The free plan needs no product: it is what an account without a subscription has.
      if (plan === 'starter') return endSubscription(platform, account, context)
      throw notFound()
    }
    const current = await withoutUnconfirmed(platform, await findSubscription(platform, billing))
    const changed = current ? await update(context, current, offer) : await create(platform, account, context, offer)
    if (!(await saveSubscription(platform, account, billing, changed))) await followStripe(platform, account)
    return secretOf(changed)
  })
}

/** A first payment that nobody confirmed is given up, because the plan may be another one now. */
async function withoutUnconfirmed(platform: Platform, current: Stripe.Subscription | undefined) {
  if (current?.status !== 'incomplete') return current
  await cancelAtStripe(platform, current.id)
  return undefined
}

function secretOf({ status, latest_invoice }: Stripe.Subscription) {
  if (status !== 'incomplete' || !latest_invoice || typeof latest_invoice === 'string') return undefined
  const client_secret = latest_invoice.confirmation_secret?.client_secret
  return client_secret ? { client_secret } : undefined
}

export const priceOf = ({ prices }: Offer) => monthlyTotal(prices.map(toPrice), null)?.price ?? 0

async function create(platform: Platform, account: Account, { billing, keyFor }: BillingChange, offer: Offer) {
  const { stripe_customer_id: customer, stripe_default_payment_method_id: card, trial_used_at } = billing
  if (!customer || !card) throw new HttpError(402, 'Please add a card first.')
  const hasTrial = !trial_used_at && priceOf(offer) > 0
  const send = (payment_behavior: 'error_if_incomplete' | 'default_incomplete') =>
    askStripe(platform, (stripe) =>
      stripe.subscriptions.create(
        {
          customer,
          items: offer.prices.map(({ id }) => ({ price: id })),
          metadata: { account_id: account.id },
          payment_behavior,
          ...(hasTrial && { trial_period_days: TRIAL_DAYS }),
          expand: [...EXPANDED, 'latest_invoice.confirmation_secret'],
        },
        keyFor(`create-${payment_behavior}-${offer.product.id}`),
      ),
    )
  try {
    // A declined card leaves no subscription behind.
    return await send('error_if_incomplete')
  } catch (error) {
    if (!needsConsent(error)) throw error
    return send('default_incomplete')
  }
}

/** Prices that stay keep their item. A change of plan also takes back a cancellation. */
export function itemsFor(current: Stripe.Subscription, { prices }: Offer) {
  const wanted = new Set(prices.map(({ id }) => id))
  const had = new Set(current.items.data.map(({ price }) => price.id))
  return [
    ...prices.filter(({ id }) => !had.has(id)).map(({ id }) => ({ price: id })),
    ...current.items.data.filter(({ price }) => !wanted.has(price.id)).map(({ id }) => ({ id, deleted: true })),
  ]
}

async function update({ stripe, keyFor }: BillingChange, current: Stripe.Subscription, offer: Offer) {
  const items = itemsFor(current, offer)
  if (items.length === 0 && !current.cancel_at_period_end) return current
  return stripe.subscriptions.update(
    current.id,
    {
      items,
      cancel_at_period_end: false,
      proration_behavior: 'create_prorations',
      payment_behavior: 'error_if_incomplete',
      expand: EXPANDED,
    },
    keyFor(`update-${offer.product.id}`),
  )
}
