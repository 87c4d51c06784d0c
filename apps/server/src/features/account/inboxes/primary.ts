import type { AccountTransaction } from '../../../platform/account.js'
import { lockTeam } from '../accounts/lock-team.js'

/** Serialises changes to inboxes, so that an account always has exactly one primary inbox. */
export async function lockInboxes(account: AccountTransaction) {
  // Not the inboxes themselves: two transactions that see different ones would lock them in different orders.
  await lockTeam(account)
  return account.from('inboxes').selectAll().orderBy('id').execute()
}

/** Another inbox becomes primary in the same transaction. */
export async function takeFromPrimary(account: AccountTransaction) {
  await account
    .update('inboxes')
    .set({ is_primary: false, updated_at: new Date() })
    .where('is_primary', '=', true)
    .execute()
}
