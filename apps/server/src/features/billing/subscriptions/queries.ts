import type { PaymentProblem } from '@papercups/contract'
import type { PlanName } from '@papercups/plans'
import type { Account } from '../../../platform/account.js'
import type { Platform } from '../../../platform/platform.js'
import { defineStatement } from '../../../platform/statement.js'
import { toInstant } from '../../../platform/wire-time.js'

export const findBilling = (account: Account) => account.from('account_billing').selectAll().executeTakeFirst()
export type BillingRow = NonNullable<Awaited<ReturnType<typeof findBilling>>>

const usage = defineStatement<{ subscription_plan: PlanName; num_users: number; num_messages: number }>(
  'billing.usage',
  `select subscription_plan,
     (select count(*)::int from users where account_id = $1 and archived_at is null) as num_users,
     (select count(*)::int from messages where account_id = $1) as num_messages
   from accounts where id = $1`,
)

/** Disabled users count. */
export async function getUsage(account: Account) {
  const [row] = await account.run(usage)
  if (!row) throw new Error('the account is gone')
  return row
}

const DAY = 24 * 3_600_000

export const graceEndOf = ({ config }: Platform, payment_failed_at: Date) =>
  new Date(payment_failed_at.getTime() + config.billing_grace_days * DAY)

export function toProblem(platform: Platform, billing: BillingRow | undefined): PaymentProblem | null {
  const since = billing?.payment_failed_at
  return since ? { since: toInstant(since), plan_ends_at: toInstant(graceEndOf(platform, since)) } : null
}
