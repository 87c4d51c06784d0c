import { isPlanName, type PlanName } from '@papercups/plans'
import type Stripe from 'stripe'
import type { Account } from '../../../platform/account.js'
import type { Platform } from '../../../platform/platform.js'
import { defineStatement } from '../../../platform/statement.js'
import { noteToOperator } from '../../mail/operator-notes/note-to-operator.js'
import { askStripe, isMissing } from '../stripe/ask-stripe.js'
import { codeOf, EXPANDED, productOf } from '../stripe/present.js'
import { mailPaymentFailed } from './mail-payment-failed.js'
import { findBilling, graceEndOf, type BillingRow } from './queries.js'

const ENDED = new Set(['canceled', 'incomplete_expired'])
const UNPAID = new Set(['past_due', 'unpaid'])
const PAID = new Set(['active', 'trialing'])

const hasEnded = ({ status }: Stripe.Subscription) => ENDED.has(status)

const save = defineStatement<{ company_name: string; old_plan: PlanName; new_plan: PlanName }>(
  'billing.follow',
  `with before as (
     select subscription_plan, company_name from accounts where id = $1
   ), followed as (
     update account_billing set stripe_subscription_id = $3, stripe_product_id = $4, subscription_status = $5,
       payment_failed_at = $6, trial_used_at = coalesce(trial_used_at, $7), version = version + 1, updated_at = now()
     where account_id = $1 and version = $2 returning account_id
   )
   update accounts set subscription_plan = coalesce($8, accounts.subscription_plan), updated_at = now()
   from before where id = $1 and exists (select from followed)
   returning before.company_name, before.subscription_plan as old_plan, accounts.subscription_plan as new_plan`,
)

/** Makes our record like Stripe's. It can run at any time and in any order: it always reads the current state. */
export async function followStripe(platform: Platform, account: Account) {
  for (;;) {
    const billing = await findBilling(account)
    if (!billing?.stripe_customer_id) return
    const subscription = await findSubscription(platform, billing)
    if (await saveSubscription(platform, account, billing, subscription)) return
  }
}

/** The subscription that has not ended. A crash may have kept its id from us, so the customer's are asked for as well. */
export async function findSubscription(platform: Platform, billing: BillingRow) {
  const { stripe_customer_id: customer, stripe_subscription_id: id } = billing
  if (!customer) return undefined
  return askStripe(platform, async (stripe) => {
    const known = id ? await retrieve(platform, id) : undefined
    if (known && !hasEnded(known)) return known
    const { data } = await stripe.subscriptions.list({ customer, limit: 10 })
    const [live] = data.filter((one) => !hasEnded(one))
    return live && retrieve(platform, live.id)
  })
}

async function retrieve(platform: Platform, id: string) {
  try {
    return await askStripe(platform, (stripe) => stripe.subscriptions.retrieve(id, { expand: EXPANDED }))
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** False if somebody else changed the row since it was read. Without a subscription the account is on the starter plan. */
export async function saveSubscription(
  platform: Platform,
  account: Account,
  billing: BillingRow,
  subscription: Stripe.Subscription | undefined,
): Promise<boolean> {
  const current = subscription && !hasEnded(subscription) ? subscription : undefined
  const payment_failed_at = current && UNPAID.has(current.status) ? (billing.payment_failed_at ?? new Date()) : null
  // An account that never subscribed keeps the plan that an operator gave it, also while its bank asks about the first payment.
  const gave_plan = billing.stripe_subscription_id !== null && billing.subscription_status !== 'incomplete'
  const without_payment = gave_plan ? 'starter' : null
  const is_paid_for = current && current.status !== 'incomplete'
  const plan = is_paid_for ? planOf(platform, current, payment_failed_at) : without_payment
  const trial_used_at = current?.trial_start ? new Date(current.trial_start * 1_000) : null
  const product = current && productOf(current)
  return account.transaction(async (account) => {
    const [saved] = await account.run(
      save,
      billing.version,
      current?.id ?? null,
      product?.id ?? null,
      current?.status ?? null,
      payment_failed_at,
      trial_used_at,
      plan,
    )
    if (!saved) return false
    const { company_name, old_plan, new_plan } = saved
    if (old_plan !== new_plan)
      await account.enqueue(noteToOperator, {
        text: `${company_name} changed its plan from ${old_plan} to ${new_plan}.`,
      })
    if (payment_failed_at && !billing.payment_failed_at)
      await account.enqueue(mailPaymentFailed, { account_id: account.id })
    return true
  })
}

/** Null keeps the plan: a product that is for none of ours. */
function planOf(platform: Platform, given: Stripe.Subscription, payment_failed_at: Date | null): PlanName | null {
  if (payment_failed_at && graceEndOf(platform, payment_failed_at) <= new Date()) return 'starter'
  if (!PAID.has(given.status) && !payment_failed_at) return 'starter'
  const product = productOf(given)
  const code = product && codeOf(product)
  return code && isPlanName(code) ? code : null
}
