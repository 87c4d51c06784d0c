import type {
  BillingInvoice,
  PaymentMethod,
  StripeDiscount,
  StripePrice,
  StripeProduct,
  StripeSubscription,
} from '@papercups/contract'
import type Stripe from 'stripe'

/** What calls about a subscription have to name, so that its product and coupons come with it. */
export const EXPANDED = ['items.data.price.product', 'discounts.source.coupon']

/** Fields that versions of Stripe's API before 2025 have in other places. */
interface OlderSubscription {
  current_period_start?: number
  current_period_end?: number
  quantity?: number
  discount?: OlderDiscount | null
  discounts?: Array<string | Stripe.Discount | OlderDiscount>
}
interface OlderDiscount {
  coupon: Stripe.Coupon
}

export function toSubscription(given: Stripe.Subscription): StripeSubscription {
  const older = given as OlderSubscription
  const [item] = given.items.data
  return {
    id: given.id,
    livemode: given.livemode,
    start_date: given.start_date,
    status: given.status,
    current_period_start: older.current_period_start ?? item?.current_period_start ?? given.start_date,
    current_period_end: older.current_period_end ?? item?.current_period_end ?? given.start_date,
    trial_start: given.trial_start,
    trial_end: given.trial_end,
    days_until_due: given.days_until_due,
    quantity: older.quantity ?? item?.quantity ?? null,
    cancel_at_period_end: given.cancel_at_period_end,
    discount: discountOf(older),
    prices: given.items.data.map(({ price }) => toPrice(price)),
  }
}

/** Before 2025 one discount, or several that hold their coupon themselves. */
function discountOf({ discount, discounts = [] }: OlderSubscription): StripeDiscount | null {
  for (const one of [discount, ...discounts]) {
    if (!one || typeof one === 'string') continue
    const coupon = 'source' in one ? one.source.coupon : one.coupon
    if (coupon && typeof coupon === 'object') return toDiscount(coupon)
  }
  return null
}

function toDiscount(coupon: Stripe.Coupon): StripeDiscount {
  const { id, name, livemode, duration, duration_in_months, percent_off, amount_off, currency } = coupon
  const { valid, redeem_by, times_redeemed } = coupon
  const terms = { duration, duration_in_months, percent_off, amount_off, currency, valid, redeem_by, times_redeemed }
  return { id, name, livemode, ...terms }
}

export function toPrice({
  id,
  active,
  unit_amount,
  currency,
  created,
  billing_scheme,
  recurring,
  ...price
}: Stripe.Price): StripePrice {
  return {
    id,
    active,
    unit_amount,
    currency,
    // Only a fraction of a cent needs it.
    amount_decimal: unit_amount === null && price.unit_amount_decimal ? String(price.unit_amount_decimal) : null,
    created,
    billing_scheme,
    interval: recurring?.interval ?? null,
    interval_count: recurring?.interval_count ?? null,
    product_id: idOf(price.product),
  }
}

export function toProduct(given: Stripe.Subscription): StripeProduct | null {
  const product = productOf(given)
  if (!product) return null
  const { id, name, active } = product
  return { id, name, active, code: codeOf(product) }
}

/** The plan's name at Stripe, without the prefix of the EU edition. */
export const codeOf = ({ metadata }: Stripe.Product) => metadata.name?.replace(/^eu-/, '') ?? null

export function productOf({ items }: Stripe.Subscription) {
  const product = items.data[0]?.price.product
  return product && typeof product === 'object' && !product.deleted ? product : undefined
}

export function toPaymentMethod({ id, customer, card }: Stripe.PaymentMethod): PaymentMethod {
  return {
    id,
    object: 'payment_method',
    customer: customer && idOf(customer),
    brand: card?.brand ?? null,
    country: card?.country ?? null,
    exp_month: card?.exp_month ?? null,
    exp_year: card?.exp_year ?? null,
    last4: card?.last4 ?? null,
  }
}

export function toInvoice(invoice: Stripe.Invoice): BillingInvoice {
  const { id, number, created, total, currency, status, invoice_pdf = null, hosted_invoice_url = null } = invoice
  return { id, number, created, total, currency, status, invoice_pdf, hosted_invoice_url }
}

export const idOf = (given: string | { id: string }) => (typeof given === 'string' ? given : given.id)
