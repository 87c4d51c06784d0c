import { Type } from 'typebox'
import { BillingInfo, BillingInvoice, PaymentMethod, PaymentProblem, PlanPreview } from '../../billing.js'
import { defineEndpoints } from '../../endpoint.js'
import { Data, Nullable } from '../../scalars.js'

const ChosenPlan = Type.Object({ plan: Type.String({ maxLength: 50 }) })
const Done = { 200: Data(Type.Object({ ok: Type.Literal(true) })) }
/** With a secret, the first payment waits for the bank. Stripe.js confirms it, and then the call is repeated. */
const Changed = { 200: Data(Type.Object({ ok: Type.Literal(true), client_secret: Type.Optional(Type.String()) })) }

export const billingEndpoints = defineEndpoints({
  'GET /api/billing': {
    allow: 'admin',
    response: { 200: Data(BillingInfo) },
  },

  /** An account with a subscription changes it. */
  'POST /api/billing': {
    allow: 'admin',
    body: ChosenPlan,
    response: Changed,
  },

  /** An account without a subscription gets one. */
  'PUT /api/billing': {
    allow: 'admin',
    body: ChosenPlan,
    response: Changed,
  },

  /** Cancels at once. The account is on the starter plan then. */
  'DELETE /api/billing': {
    allow: 'admin',
    response: Done,
  },

  /** Cancels at the end of the period that is paid. */
  'POST /api/billing/cancel': {
    allow: 'admin',
    response: Done,
  },

  /** Takes back a cancellation whose period has not ended. */
  'POST /api/billing/resume': {
    allow: 'admin',
    response: Done,
  },

  'POST /api/billing/preview': {
    allow: 'admin',
    body: ChosenPlan,
    response: { 200: Data(PlanPreview) },
  },

  /** The newest 24. */
  'GET /api/billing/invoices': {
    allow: 'admin',
    response: { 200: Data(Type.Array(BillingInvoice)) },
  },

  /** Answered without a call of Stripe, for every page of the dashboard. */
  'GET /api/billing/problem': {
    allow: 'admin',
    response: { 200: Data(Nullable(PaymentProblem)) },
  },

  /** With the secret, Stripe.js saves a card of this account and asks the bank for its consent. */
  'POST /api/billing/setup_intent': {
    allow: 'admin',
    response: { 200: Data(Type.Object({ client_secret: Type.String() })) },
  },

  'GET /api/payment_methods': {
    allow: 'admin',
    response: { 200: Data(Nullable(PaymentMethod)) },
  },

  /** The object as Stripe.js returns it. Only its id is read. */
  'POST /api/payment_methods': {
    allow: 'admin',
    body: Type.Object({ payment_method: Type.Object({ id: Type.String({ pattern: '^pm_\\w{1,100}$' }) }) }),
    response: { 200: Data(PaymentMethod) },
  },
})
