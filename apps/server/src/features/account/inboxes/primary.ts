import type { AccountTransaction } from '../../../platform/account.js'

/** Whoever makes, changes or deletes an inbox waits here for the one before: an account always has one primary inbox. */
export function lockInboxes(account: AccountTransaction) {
  return account.from('inboxes').selectAll().orderBy('id').forUpdate().execute()
}

/** Another one is about to become it, in the same transaction. */
export async function takeFromPrimary(account: AccountTransaction) {
  await account
    .update('inboxes')
    .set({ is_primary: false, updated_at: new Date() })
    .where('is_primary', '=', true)
    .execute()
}
