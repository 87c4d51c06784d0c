import { address, setting, text, wholeNumber } from './setting.js'

/** The variables about payments. They matter only with BILLING_ENABLED. */
export const billingSettings = {
  stripe_secret: setting<string | undefined>('STRIPE_SECRET', {
    also: ['PAPERCUPS_STRIPE_SECRET'],
    read: startingWith('sk_', 'rk_'),
    otherwise: undefined,
    shown: 'none: nobody can pay',
    about: 'The secret API key of Stripe. See docs/billing.md.',
  }),
  stripe_public_key: setting<string | undefined>('STRIPE_PUBLIC_KEY', {
    also: ['REACT_APP_STRIPE_PUBLIC_KEY'],
    read: text,
    otherwise: undefined,
    shown: 'none: no cards can be entered',
    about: 'The publishable key of Stripe. The billing page accepts cards only if it starts with `pk_`.',
  }),
  stripe_webhook_secret: setting<string | undefined>('STRIPE_WEBHOOK_SECRET', {
    read: startingWith('whsec_'),
    otherwise: undefined,
    shown: 'none: Stripe’s events are refused',
    about: 'The signing secret of the webhook endpoint at Stripe.',
  }),
  stripe_url: setting('STRIPE_URL', {
    read: address('https://api.stripe.com', 'http:', 'https:'),
    otherwise: 'https://api.stripe.com',
    about: 'The address of Stripe’s API, for tests and proxies.',
  }),
  stripe_timeout_seconds: setting('STRIPE_TIMEOUT_SECONDS', {
    read: wholeNumber(1, 60),
    otherwise: 10,
    about: 'How long one call of Stripe’s API may take.',
  }),
  billing_grace_days: setting('BILLING_GRACE_DAYS', {
    read: wholeNumber(0, 90),
    otherwise: 14,
    about: 'Days that an account keeps its plan after a payment failed.',
  }),
}

/** A secret, so errors do not repeat it. */
function startingWith(...prefixes: string[]) {
  return (value: string) => {
    if (!prefixes.some((prefix) => value.startsWith(prefix)))
      throw new Error(`must start with ${prefixes.join(' or ')}`)
    return value
  }
}
