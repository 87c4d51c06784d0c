import { canonicalEmail } from '../../../platform/canonical.js'
import { databaseOf } from '../../../platform/database/of.js'
import type { Platform } from '../../../platform/platform.js'
import { isTwoFactorOn, stopTwoFactor } from './two-factor.js'

/** For the operator, who knows a user's email. Undefined for an unknown email; else whether it was on. */
export async function resetTwoFactorOf(platform: Platform, email: string): Promise<boolean | undefined> {
  const user = await databaseOf(platform)
    .db.selectFrom('users')
    .select(['id', 'account_id'])
    .where('email', '=', canonicalEmail(email))
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  if (!user) return undefined
  const account = platform.account(user.account_id)
  const wasOn = await isTwoFactorOn(account, user.id)
  await stopTwoFactor(account, user.id)
  return wasOn
}
