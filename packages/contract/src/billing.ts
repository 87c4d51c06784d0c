import { Type, type Static } from 'typebox'
import { Instant, Nullable } from './scalars.js'

/** Unix seconds, as Stripe has them. */
const Seconds = Type.Integer()
const text = Nullable(Type.String())
const number = Nullable(Type.Number())

export const PaymentMethod = Type.Object({
  id: Type.String(),
  object: Type.Literal('payment_method'),
  customer: text,
  brand: text,
  country: text,
  exp_month: number,
  exp_year: number,
  last4: text,
})
export type PaymentMethod = Static<typeof PaymentMethod>

/** Amounts are in cents. */
export const StripePrice = Type.Object({
  id: Type.String(),
  active: Type.Boolean(),
  unit_amount: number,
  currency: Type.String(),
  amount_decimal: text,
  created: Seconds,
  billing_scheme: Type.String(),
  interval: text,
  interval_count: number,
  product_id: Type.String(),
})
export type StripePrice = Static<typeof StripePrice>

export const StripeDiscount = Type.Object({
  id: Type.String(),
  name: text,
  livemode: Type.Boolean(),
  duration: Type.String(),
  duration_in_months: number,
  percent_off: number,
  amount_off: number,
  currency: text,
  valid: Type.Boolean(),
  redeem_by: Nullable(Seconds),
  times_redeemed: Type.Number(),
})
export type StripeDiscount = Static<typeof StripeDiscount>

export const StripeSubscription = Type.Object({
  id: Type.String(),
  livemode: Type.Boolean(),
  start_date: Seconds,
  status: Type.String(),
  current_period_start: Seconds,
  current_period_end: Seconds,
  trial_start: Nullable(Seconds),
  trial_end: Nullable(Seconds),
  days_until_due: number,
  quantity: number,
  /** Canceled, but paid until the end of the period. */
  cancel_at_period_end: Type.Boolean(),
  discount: Nullable(StripeDiscount),
  prices: Type.Array(StripePrice),
})
export type StripeSubscription = Static<typeof StripeSubscription>

export const StripeProduct = Type.Object({
  id: Type.String(),
  name: Type.String(),
  active: Type.Boolean(),
  /** The plan that the product is for. */
  code: text,
})
export type StripeProduct = Static<typeof StripeProduct>

/** A payment failed. Until `plan_ends_at` the account keeps its plan. */
export const PaymentProblem = Type.Object({ since: Instant, plan_ends_at: Instant })
export type PaymentProblem = Static<typeof PaymentProblem>

export const BillingInfo = Type.Object({
  payment_method: Nullable(PaymentMethod),
  subscription: Nullable(StripeSubscription),
  product: Nullable(StripeProduct),
  subscription_plan: Type.String(),
  num_users: Type.Integer(),
  num_messages: Type.Integer(),
  /** Whether a new subscription starts with a trial. */
  has_trial: Type.Boolean(),
  payment_problem: Nullable(PaymentProblem),
})
export type BillingInfo = Static<typeof BillingInfo>

/** The costs of a change of plan, before it is made. Amounts are in cents. */
export const PlanPreview = Type.Object({
  plan: Type.String(),
  currency: Type.String(),
  /** Of the new plan, each month. Null if its prices are not monthly ones in US dollars. */
  monthly: number,
  /** Of the next invoice, with what is left of the current period. */
  next_invoice: Type.Number(),
  next_invoice_at: Nullable(Seconds),
  /** The part of it that is for the current period. Negative if the account gets something back. */
  proration: Type.Number(),
  /** Charged as soon as the change is confirmed. */
  due_now: Type.Number(),
  trial_end: Nullable(Seconds),
})
export type PlanPreview = Static<typeof PlanPreview>

export const BillingInvoice = Type.Object({
  id: Type.String(),
  number: text,
  created: Seconds,
  total: Type.Number(),
  currency: Type.String(),
  status: text,
  invoice_pdf: text,
  hosted_invoice_url: text,
})
export type BillingInvoice = Static<typeof BillingInvoice>
