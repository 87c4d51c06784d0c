import type { Platform } from '../../../platform/platform.js'
import { defineStatement } from '../../../platform/statement.js'
import { deleteFilesLater } from './delete-files.js'
import { findAccountsWithUnattached, forgetOldUsage } from './unscoped.js'

const FILES_AT_ONCE = 500

/** Runs every hour. An upload that no message has after a day was abandoned. */
export async function removeUnattached(platform: Platform) {
  for (const account_id of await findAccountsWithUnattached(platform)) {
    let removed = FILES_AT_ONCE
    while (removed === FILES_AT_ONCE) {
      removed = await platform.account(account_id).transaction(async (account) => {
        const files = await account.run(removeSome)
        await deleteFilesLater(account, files)
        return files.length
      })
    }
  }
  await forgetOldUsage(platform)
}

/** Skips files that a message is locking at this moment, and files of scheduled messages. */
const removeSome = defineStatement<{ unique_filename: string | null }>(
  'files.remove-unattached',
  `delete from files where account_id = $1 and id in (
    select f.id from files f where f.account_id = $1 and f.unattached_since < now() - interval '1 day'
      and not exists (select from scheduled_messages s where s.account_id = $1 and s.file_ids ? f.id::text)
    order by f.unattached_since limit ${FILES_AT_ONCE} for update skip locked)
   returning unique_filename`,
)
