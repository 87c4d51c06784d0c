import { PLANS } from '@papercups/plans'
import type { Account } from '../../../platform/account.js'
import type { Platform } from '../../../platform/platform.js'
import { planLimit, planOf } from './plan-gate.js'

/** The number of users that the plan allows. Undefined without billing. */
export async function seatsOf(platform: Platform, account: Account): Promise<number | undefined> {
  const plan = await planOf(platform, account)
  return plan && PLANS[plan].seats
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
  throw planLimit(`All ${seats} seats of this plan are taken. Ask an admin to upgrade the plan to add more users.`)
}
