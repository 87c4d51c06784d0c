import type { BillingInfo, BillingInvoice, PaymentMethod } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import type { Platform } from '../../../platform/platform.js'
import { askStripe, isMissing } from '../stripe/ask-stripe.js'
import { toInvoice, toPaymentMethod, toProduct, toSubscription } from '../stripe/present.js'
import { findSubscription } from './follow-stripe.js'
import { findBilling, getUsage, toProblem, type BillingRow } from './queries.js'

const INVOICES = 24

/** Works without Stripe as long as the account has nothing there. */
export async function getBillingInfo(platform: Platform, account: Account): Promise<BillingInfo> {
  const billing = platform.config.flags.billing_enabled ? await findBilling(account) : undefined
  const [usage, payment_method, subscription] = await Promise.all([
    getUsage(account),
    cardOf(platform, billing),
    billing?.stripe_subscription_id ? findSubscription(platform, billing) : undefined,
  ])
  return {
    payment_method,
    subscription: subscription ? toSubscription(subscription) : null,
    product: subscription ? toProduct(subscription) : null,
    ...usage,
    has_trial: !billing?.trial_used_at,
    payment_problem: toProblem(platform, billing),
  }
}

export const getPaymentMethod = async (platform: Platform, account: Account) =>
  cardOf(platform, await findBilling(account))

async function cardOf(platform: Platform, billing: BillingRow | undefined): Promise<PaymentMethod | null> {
  const id = billing?.stripe_default_payment_method_id
  if (!id) return null
  try {
    return toPaymentMethod(await askStripe(platform, (stripe) => stripe.paymentMethods.retrieve(id)))
  } catch (error) {
    if (isMissing(error)) return null // removed at Stripe
    throw error
  }
}

/** Drafts are Stripe's own business until it sends them. */
export async function listInvoices(platform: Platform, account: Account): Promise<BillingInvoice[]> {
  const customer = (await findBilling(account))?.stripe_customer_id
  if (!customer) return []
  const { data } = await askStripe(platform, (stripe) => stripe.invoices.list({ customer, limit: INVOICES }))
  return data.filter(({ status }) => status !== 'draft').map(toInvoice)
}
