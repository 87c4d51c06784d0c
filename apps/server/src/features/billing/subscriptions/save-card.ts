import { createHash } from 'node:crypto'
import type { PaymentMethod } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { HttpError, notFound } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { findAccount } from '../../account/accounts/unscoped.js'
import { idOf, toPaymentMethod } from '../stripe/present.js'
import { changeBilling, type BillingChange } from './change-billing.js'
import { followStripe } from './follow-stripe.js'

/** Stripe.js needs it to save a card of this customer, with the consent of the bank. */
export function createSetupIntent(platform: Platform, account: Account, admin_email: string) {
  return changeBilling(platform, account, async (context) => {
    const customer = await ensureCustomer(platform, account, context, admin_email)
    const intent = await context.stripe.setupIntents.create({
      customer,
      usage: 'off_session',
      allowed_payment_method_types: ['card'],
    })
    if (!intent.client_secret) throw new Error('a new SetupIntent has a secret')
    return { client_secret: intent.client_secret }
  })
}

/** The card of all later payments. It is stored only after Stripe has accepted it. */
export async function saveCard(platform: Platform, account: Account, admin_email: string, id: string) {
  return changeBilling(platform, account, async (context) => {
    const { stripe, billing } = context
    const customer = await ensureCustomer(platform, account, context, admin_email)
    const card = await attach(context, customer, id)
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } })
    const stripe_default_payment_method_id = id
    await account.update('account_billing').set({ stripe_default_payment_method_id, updated_at: new Date() }).execute()
    if (billing.payment_failed_at) await payOpenInvoice(platform, account, context)
    return card
  })
}

async function attach({ stripe }: BillingChange, customer: string, id: string): Promise<PaymentMethod> {
  const given = await stripe.paymentMethods.retrieve(id)
  const owner = given.customer && idOf(given.customer)
  if (owner && owner !== customer) throw notFound('Payment method')
  if (given.type !== 'card') throw new HttpError(422, 'Please use a card.')
  return toPaymentMethod(owner ? given : await stripe.paymentMethods.attach(id, { customer }))
}

async function ensureCustomer(
  platform: Platform,
  account: Account,
  { stripe, billing, keyFor }: BillingChange,
  email: string,
) {
  if (billing.stripe_customer_id) return billing.stripe_customer_id
  const name = (await findAccount(platform, account.id))?.company_name ?? ''
  // Stripe refuses a known key with other details.
  const details = createHash('sha256').update(`${name} ${email}`).digest('hex')
  const customer = { name, email, metadata: { account_id: account.id } }
  const { id } = await stripe.customers.create(customer, keyFor(`customer-${details}`))
  await account.update('account_billing').set({ stripe_customer_id: id, updated_at: new Date() }).execute()
  return id
}

/** With a new card, the payment that failed is tried at once. If it fails again, the notice stays. */
async function payOpenInvoice(platform: Platform, account: Account, { stripe, billing }: BillingChange) {
  const { stripe_subscription_id: subscription } = billing
  if (!subscription) return
  const { data } = await stripe.invoices.list({ subscription, status: 'open', limit: 1 })
  const [invoice] = data
  if (invoice) {
    try {
      await stripe.invoices.pay(invoice.id)
    } catch (error) {
      if ((error as { statusCode?: number }).statusCode !== 402) throw error
    }
  }
  await followStripe(platform, account)
}
