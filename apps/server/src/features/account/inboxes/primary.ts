import type { AccountTransaction } from '../../../platform/account.js'

/** Serialises changes to inboxes, so that an account always has exactly one primary inbox. */
export function lockInboxes(account: AccountTransaction) {
  return account.from('inboxes').selectAll().orderBy('id').forUpdate().execute()
}

/** Another inbox becomes primary in the same transaction. */
export async function takeFromPrimary(account: AccountTransaction) {
  await account
    .update('inboxes')
    .set({ is_primary: false, updated_at: new Date() })
    .where('is_primary', '=', true)
    .execute()
}
