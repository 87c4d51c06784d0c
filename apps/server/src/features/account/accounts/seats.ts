import type { Account } from '../../../platform/account.js'
import { HttpError } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { findAccount } from './unscoped.js'

const SEATS: Record<string, number> = { starter: 2, lite: 4, team: 10 }

/** The number of users that the plan allows. Undefined without billing. */
export async function seatsOf(platform: Platform, account: Account): Promise<number | undefined> {
  if (!platform.config.flags.billing_enabled) return undefined
  const row = await findAccount(platform, account.id)
  return SEATS[row?.subscription_plan ?? '']
}

/** Call after `lockTeam` in the transaction that adds a user, so that two users cannot take the same seat. */
export async function requireSeat(account: Account, seats: number | undefined) {
  if (seats === undefined) return
  const { count } = await account
    .from('users')
    .select((e) => e.fn.countAll<string>().as('count'))
    .where('disabled_at', 'is', null)
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(count) < seats) return
  throw new HttpError(
    403,
    `All ${seats} seats of this plan are taken. Ask an admin to upgrade the plan to add more users.`,
    {
      // Dashboards offer an upgrade for this error code only.
      details: { code: 'plan_limit' },
    },
  )
}
