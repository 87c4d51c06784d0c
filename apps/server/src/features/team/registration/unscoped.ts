import type { AccountTransaction } from '../../../platform/account.js'
import { databaseOf } from '../../../platform/database/of.js'
import type { Platform } from '../../../platform/platform.js'

/** Emails are unique over all accounts, because a sign-in knows nothing else. Those of archived people are free. */
export async function emailIsTaken(platform: Platform, email: string) {
  const { db } = databaseOf(platform)
  const user = db.selectFrom('users').select('id').where('email', '=', email).where('archived_at', 'is', null)
  return Boolean(await user.executeTakeFirst())
}

/** A new account and whatever belongs to it from the start, or nothing at all. */
export function foundAccount<T>(
  platform: Platform,
  row: { company_name: string; subscription_plan: 'starter' | 'team' },
  furnish: (account: AccountTransaction) => Promise<T>,
) {
  return databaseOf(platform).transaction(async (tx, accountOf) => {
    const { id } = await tx.insertInto('accounts').values(row).returning('id').executeTakeFirstOrThrow()
    return furnish(accountOf(id))
  })
}

/** Somebody with an invitation's token knows nothing of the account. */
export function findInvitation(platform: Platform, token_hash: Buffer) {
  const { db } = databaseOf(platform)
  return db
    .selectFrom('user_invitations')
    .select(['id', 'account_id', 'expires_at', 'email', 'max_uses', 'uses'])
    .where('token_hash', '=', token_hash)
    .executeTakeFirst()
}
