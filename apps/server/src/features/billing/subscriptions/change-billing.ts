import type Stripe from 'stripe'
import { randomUUID } from 'node:crypto'
import type { Account } from '../../../platform/account.js'
import { conflict } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { defineStatement } from '../../../platform/statement.js'
import { askStripe, clientOf, StripeFailure } from '../stripe/ask-stripe.js'
import type { BillingRow } from './queries.js'

/** Longer than all calls of a change together. */
const LEASE = '3 minutes'

const claim = defineStatement<BillingRow>(
  'billing.claim',
  `insert into account_billing (account_id, leased_by, leased_until) values ($1, $2, now() + interval '${LEASE}')
   on conflict (account_id) do update set leased_by = $2, leased_until = now() + interval '${LEASE}'
     where account_billing.account_id = $1
       and (account_billing.leased_until is null or account_billing.leased_until < now())
   returning *`,
)

export interface BillingChange {
  stripe: Stripe
  billing: BillingRow
  /** An idempotency key for a call of this change. A repeated change sends the same one. */
  keyFor(call: string): { idempotencyKey: string }
}

/**
 * One change of an account's billing at a time, so that two admins or two clicks cannot create two subscriptions. It is
 * a lease and not a row lock: a slow Stripe must not hold a connection to the database.
 */
export async function changeBilling<T>(
  platform: Platform,
  account: Account,
  change: (context: BillingChange) => Promise<T>,
): Promise<T> {
  await clientOf(platform) // refuses before anything is written
  const lease = randomUUID()
  const [billing] = await account.run(claim, lease)
  if (!billing) throw conflict('Another change of the subscription is in progress. Please try again in a moment.')
  let is_outcome_known = true
  try {
    const keyFor = (call: string) => ({ idempotencyKey: `${account.id}-${billing.attempt}-${call}` })
    return await askStripe(platform, (stripe) => change({ stripe, billing, keyFor }))
  } catch (error) {
    is_outcome_known = !(error instanceof StripeFailure) || error.is_outcome_known
    throw error
  } finally {
    // Stripe repeats its answer to a known key, so a change that failed for good needs a new one.
    await account
      .update('account_billing')
      .set({ leased_by: null, leased_until: null, ...(is_outcome_known && { attempt: billing.attempt + 1 }) })
      .where('leased_by', '=', lease)
      .execute()
  }
}
