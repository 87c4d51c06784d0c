import type Stripe from 'stripe'
import { forbidden, HttpError } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'

/** Stripe refused a call or did not answer. */
export class StripeFailure extends HttpError {
  /** False if Stripe may have made the change without our knowing. */
  readonly is_outcome_known: boolean
  /** Stripe's own word, such as `resource_missing`. */
  readonly code: string | undefined

  constructor(
    status: number,
    message: string,
    { is_outcome_known = true, code }: { is_outcome_known?: boolean; code?: string | undefined } = {},
  ) {
    super(status, message)
    this.is_outcome_known = is_outcome_known
    this.code = code
  }
}

const clients = new WeakMap<Platform, Stripe>()

/** Every call of Stripe goes through here. Its errors become answers that a person understands. */
export async function askStripe<T>(platform: Platform, work: (stripe: Stripe) => Promise<T>): Promise<T> {
  const stripe = await clientOf(platform)
  try {
    return await work(stripe)
  } catch (error) {
    throw isStripeError(error) ? toFailure(error) : error
  }
}

/** Only for the signature of events, which needs no call. */
export async function clientOf(platform: Platform): Promise<Stripe> {
  const { flags, stripe_secret, stripe_url, stripe_timeout_seconds } = platform.config
  if (!flags.billing_enabled) throw forbidden('Billing is not enabled on this server.')
  if (!stripe_secret) throw forbidden('Payments are not set up on this server.')
  const known = clients.get(platform)
  if (known) return known
  // Loaded on first use: installs without billing do not need it, and it is large.
  const { default: Stripe } = await import('stripe')
  const { protocol, hostname, port } = new URL(stripe_url)
  const client = new Stripe(stripe_secret, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port && { port }),
    timeout: stripe_timeout_seconds * 1_000,
    maxNetworkRetries: 1,
    telemetry: false,
  })
  clients.set(platform, client)
  return client
}

const isStripeError = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Error && 'type' in error && /^Stripe\w+Error$/.test(String(error.type))

/** The bank wants the customer to take part in a payment. */
const CONSENT = 'authentication_required'
const NEEDS_CONSENT = new Set([CONSENT, 'subscription_payment_intent_requires_action'])

function toFailure({ type, code, decline_code, statusCode, message }: Stripe.errors.StripeError) {
  if (NEEDS_CONSENT.has(decline_code ?? '') || NEEDS_CONSENT.has(code ?? ''))
    return new StripeFailure(
      402,
      'Your bank wants you to confirm this card. Please enter the card again and follow the steps of your bank.',
      { code: CONSENT },
    )
  switch (type) {
    case 'StripeCardError':
      return new StripeFailure(402, message || 'Failed to save card information.', { code })
    case 'StripeRateLimitError':
      return new StripeFailure(429, 'The payment service is busy. Please try again in a minute.')
    case 'StripeIdempotencyError':
      return new StripeFailure(409, 'Another change of the subscription is in progress. Please try again in a moment.')
    case 'StripeAuthenticationError':
    case 'StripePermissionError':
      return new StripeFailure(502, 'Payments are not set up correctly on this server.')
    case 'StripeInvalidRequestError':
      return new StripeFailure(statusCode ?? 400, message, { code })
    default:
      return new StripeFailure(503, 'The payment service does not answer. Please try again in a few minutes.', {
        is_outcome_known: false,
      })
  }
}

export const isMissing = (error: unknown) => error instanceof StripeFailure && error.code === 'resource_missing'

export const needsConsent = (error: unknown) => error instanceof StripeFailure && error.code === CONSENT
