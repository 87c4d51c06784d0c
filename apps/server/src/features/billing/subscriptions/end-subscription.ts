import { Type } from 'typebox'
import type { Account } from '../../../platform/account.js'
import { notFound } from '../../../platform/errors.js'
import { defineJob } from '../../../platform/feature.js'
import type { Platform } from '../../../platform/platform.js'
import { askStripe, isMissing } from '../stripe/ask-stripe.js'
import { EXPANDED } from '../stripe/present.js'
import { changeBilling, type BillingChange } from './change-billing.js'
import { findSubscription, followStripe, saveSubscription } from './follow-stripe.js'
import { findBilling } from './queries.js'

/** At once. The customer and the card stay at Stripe. */
export async function cancelNow(platform: Platform, account: Account) {
  await changeBilling(platform, account, (context) => endSubscription(platform, account, context))
}

export async function endSubscription(platform: Platform, account: Account, { billing }: BillingChange) {
  const current = await findSubscription(platform, billing)
  if (current) await cancelAtStripe(platform, current.id)
  if (!(await saveSubscription(platform, account, billing, undefined))) await followStripe(platform, account)
}

/** At the end of the paid period, or, with false, not any more. */
export async function cancelLater(platform: Platform, account: Account, cancel_at_period_end: boolean) {
  await changeBilling(platform, account, async ({ stripe, billing, keyFor }) => {
    const current = await findSubscription(platform, billing)
    if (!current) throw notFound('Subscription')
    const changes = { cancel_at_period_end, expand: EXPANDED }
    const key = keyFor(cancel_at_period_end ? 'cancel' : 'resume')
    const changed = await stripe.subscriptions.update(current.id, changes, key)
    if (!(await saveSubscription(platform, account, billing, changed))) await followStripe(platform, account)
  })
}

/** Call it in the transaction that deletes the account. The job carries the id, because the row is gone by then. */
export async function cancelWithAccount(account: Account) {
  const subscription_id = (await findBilling(account))?.stripe_subscription_id
  if (subscription_id) await account.enqueue(cancelSubscription, { subscription_id })
}

export const cancelSubscription = defineJob({
  name: 'billing.cancel-subscription',
  input: Type.Object({ subscription_id: Type.String() }),
  async run(_gone, { subscription_id }, platform) {
    if (platform.config.flags.billing_enabled) await cancelAtStripe(platform, subscription_id)
  },
})

export async function cancelAtStripe(platform: Platform, id: string) {
  try {
    await askStripe(platform, (stripe) => stripe.subscriptions.cancel(id))
  } catch (error) {
    if (!isMissing(error)) throw error // it has ended already
  }
}
