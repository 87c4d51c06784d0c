import type { PlanPreview } from '@papercups/contract'
import { isPlanName, monthlyTotal } from '@papercups/plans'
import type Stripe from 'stripe'
import type { Account } from '../../../platform/account.js'
import { notFound } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { askStripe } from '../stripe/ask-stripe.js'
import { findOffer } from '../stripe/find-offer.js'
import { toPrice, toSubscription } from '../stripe/present.js'
import { itemsFor, priceOf, TRIAL_DAYS } from './change-plan.js'
import { findSubscription } from './follow-stripe.js'
import { findBilling } from './queries.js'

const FREE = { currency: 'usd', monthly: 0, next_invoice: 0, next_invoice_at: null, proration: 0, due_now: 0 }

/** What a change of plan would cost. Changes nothing. */
export async function previewPlan(platform: Platform, account: Account, plan: string): Promise<PlanPreview> {
  if (!isPlanName(plan)) throw notFound()
  const billing = await findBilling(account)
  return askStripe(platform, async (stripe) => {
    const offer = await findOffer(platform, stripe, plan)
    if (!offer && plan !== 'starter') throw notFound()
    if (!offer) return { plan, ...FREE, trial_end: null }
    const monthly = priceOf(offer)
    const current = billing && (await findSubscription(platform, billing))
    if (!current) {
      const day = 24 * 3_600
      const now = Math.floor(Date.now() / 1_000)
      const trial_end = !billing?.trial_used_at && monthly > 0 ? now + TRIAL_DAYS * day : null
      const first = { due_now: trial_end ? 0 : monthly, next_invoice: monthly, next_invoice_at: trial_end ?? now }
      return { plan, currency: 'usd', monthly, proration: 0, trial_end, ...first }
    }
    const invoice = await stripe.invoices.createPreview({
      subscription: current.id,
      subscription_details: {
        items: itemsFor(current, offer),
        cancel_at_period_end: false,
        proration_behavior: 'create_prorations',
      },
    })
    const { discount } = toSubscription(current)
    return {
      plan,
      currency: invoice.currency,
      monthly: monthlyTotal(offer.prices.map(toPrice), discount)?.total ?? null,
      next_invoice: invoice.amount_due,
      next_invoice_at: invoice.next_payment_attempt ?? invoice.period_end,
      proration: invoice.lines.data.reduce((sum, line) => sum + (isProration(line) ? line.amount : 0), 0),
      due_now: 0,
      trial_end: current.trial_end,
    }
  })
}

/** Versions of the API before 2025 have the field on the line itself. */
function isProration(line: Stripe.InvoiceLineItem & { proration?: boolean }) {
  const { subscription_item_details, invoice_item_details } = line.parent ?? {}
  return line.proration ?? subscription_item_details?.proration ?? invoice_item_details?.proration ?? false
}
