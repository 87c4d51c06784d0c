import type { AccountTransaction } from '../../platform/account.js'
import { databaseOf } from '../../platform/database/of.js'
import type { Platform } from '../../platform/platform.js'

/** Addresses are unique over all accounts: a sign-in knows nothing else. */
export async function emailIsTaken(platform: Platform, email: string) {
  const { db } = databaseOf(platform)
  return Boolean(await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst())
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

/** An invitation's id is its token, and whoever holds it knows nothing of the account. */
export function findInvitation(platform: Platform, id: string) {
  const { db } = databaseOf(platform)
  return db
    .selectFrom('user_invitations')
    .select(['account_id', 'expires_at', 'email'])
    .where('id', '=', id)
    .executeTakeFirst()
}
