import { randomBytes } from 'node:crypto'

/** Objects in the shapes of Stripe's API of October 2026. Fields that nobody here reads are left out. */
export const newId = (prefix: string) => `${prefix}_${randomBytes(8).toString('hex')}`
export const now = () => Math.floor(Date.now() / 1_000)
const MONTH = 30 * 24 * 3_600

export type Stored = ReturnType<typeof JSON.parse>

export const list = (data: Stored[], url: string) => ({ object: 'list', url, has_more: false, data })

export const product = (name: string, title: string) => ({
  id: newId('prod'),
  object: 'product',
  active: true,
  created: now(),
  description: null,
  images: [],
  livemode: false,
  marketing_features: [],
  metadata: { name },
  name: title,
  type: 'service',
  updated: now(),
  url: null,
})

export const price = (product: string, unit_amount: number | null, more: object = {}) => ({
  id: newId('price'),
  object: 'price',
  active: true,
  billing_scheme: unit_amount === null ? 'tiered' : 'per_unit',
  created: now(),
  currency: 'usd',
  livemode: false,
  metadata: {},
  nickname: null,
  product,
  recurring: { interval: 'month', interval_count: 1, usage_type: 'licensed', meter: null },
  tiers_mode: unit_amount === null ? 'graduated' : null,
  type: 'recurring',
  unit_amount,
  unit_amount_decimal: unit_amount === null ? null : String(unit_amount),
  ...more,
})

export const coupon = (more: object) => ({
  id: newId('coupon'),
  object: 'coupon',
  amount_off: null,
  created: now(),
  currency: null,
  duration: 'forever',
  duration_in_months: null,
  livemode: false,
  max_redemptions: null,
  metadata: {},
  name: 'Friends',
  percent_off: null,
  redeem_by: null,
  times_redeemed: 3,
  valid: true,
  ...more,
})

export const card = (id: string, card: object = {}) => ({
  id,
  object: 'payment_method',
  billing_details: { address: null, email: null, name: null, phone: null },
  card: { brand: 'visa', country: 'US', exp_month: 4, exp_year: 2035, funding: 'credit', last4: '4242', ...card },
  created: now(),
  customer: null as string | null,
  livemode: false,
  metadata: {},
  type: 'card',
})

export const customer = ({ name, email, metadata }: Stored) => ({
  id: newId('cus'),
  object: 'customer',
  balance: 0,
  created: now(),
  currency: null,
  delinquent: false,
  email,
  invoice_settings: { custom_fields: null, default_payment_method: null, footer: null },
  livemode: false,
  metadata: metadata ?? {},
  name,
})

export const item = (subscription: string, price: string) => ({
  id: newId('si'),
  object: 'subscription_item',
  created: now(),
  current_period_end: now() + MONTH,
  current_period_start: now(),
  discounts: [],
  metadata: {},
  price,
  quantity: 1,
  subscription,
})

export function subscription({ customer, items, metadata, trial_period_days }: Stored) {
  const id = newId('sub')
  const trial_end = trial_period_days ? now() + Number(trial_period_days) * 24 * 3_600 : null
  return {
    id,
    object: 'subscription',
    billing_cycle_anchor: now(),
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null as number | null,
    collection_method: 'charge_automatically',
    created: now(),
    currency: 'usd',
    customer,
    days_until_due: null,
    default_payment_method: null,
    discounts: [] as Stored[],
    ended_at: null as number | null,
    items: list(
      items.map((one: Stored) => item(id, one.price)),
      `/v1/subscription_items?subscription=${id}`,
    ),
    latest_invoice: null,
    livemode: false,
    metadata: metadata ?? {},
    start_date: now(),
    status: trial_end ? 'trialing' : 'active',
    trial_end,
    trial_start: trial_end ? now() : null,
  }
}

export const discount = (subscription: string, coupon: string) => ({
  id: newId('di'),
  object: 'discount',
  customer: null,
  end: null,
  invoice: null,
  promotion_code: null,
  source: { coupon, type: 'coupon' },
  start: now(),
  subscription,
})

export const invoice = (customer: string, more: object = {}) => {
  const id = newId('in')
  return {
    id,
    object: 'invoice',
    amount_due: 9_400,
    amount_paid: 0,
    attempt_count: 1,
    attempted: true,
    created: now(),
    currency: 'usd',
    customer,
    hosted_invoice_url: `https://invoice.stripe.test/i/${id}`,
    invoice_pdf: `https://pay.stripe.test/invoice/${id}/pdf`,
    lines: list([], `/v1/invoices/${id}/lines`),
    livemode: false,
    metadata: {},
    next_payment_attempt: null as number | null,
    number: 'ACME-0001',
    parent: null,
    period_end: now(),
    period_start: now(),
    status: 'paid',
    subtotal: 9_400,
    total: 9_400,
    ...more,
  }
}

export const setupIntent = (customer: string) => {
  const id = newId('seti')
  return {
    id,
    object: 'setup_intent',
    client_secret: `${id}_secret_${newId('x').slice(2)}`,
    created: now(),
    customer,
    livemode: false,
    metadata: {},
    next_action: null,
    payment_method: null,
    payment_method_types: ['card'],
    status: 'requires_payment_method',
    usage: 'off_session',
  }
}

/** The first invoice of a subscription whose payment the bank asks about. */
export const unconfirmedInvoice = (customer: string) =>
  invoice(customer, {
    status: 'open',
    confirmation_secret: { type: 'payment_intent', client_secret: `${newId('pi')}_secret_${newId('x')}` },
  })
