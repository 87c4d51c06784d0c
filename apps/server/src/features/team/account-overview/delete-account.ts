import { Type } from 'typebox'
import type { Account } from '../../../platform/account.js'
import { defineJob } from '../../../platform/feature.js'
import type { Platform } from '../../../platform/platform.js'
import { deleteAccountRow } from '../../account/accounts/unscoped.js'
import { cancelWithAccount } from '../../billing/subscriptions/end-subscription.js'

const FILES_A_JOB = 500

/** Deletes all rows at once, and uploaded files and the paid subscription in jobs. */
export function deleteAccount(platform: Platform, { id }: Account) {
  return deleteAccountRow(platform, id, async (account) => {
    await cancelWithAccount(account)
    const files = await account.from('files').select('unique_filename').execute()
    const recorded = await account.from('recording_chunks').select('file_key').execute()
    const keys = [
      ...files.flatMap(({ unique_filename }) => unique_filename ?? []),
      ...recorded.flatMap(({ file_key }) => file_key ?? []),
    ]
    for (let at = 0; at < keys.length; at += FILES_A_JOB) {
      await account.enqueue(deleteFiles, { keys: keys.slice(at, at + FILES_A_JOB) })
    }
  })
}

/** The rows with the file names are gone, so the job carries the names. */
export const deleteFiles = defineJob({
  name: 'account-overview.delete-files',
  input: Type.Object({ keys: Type.Array(Type.String()) }),
  async run(_gone, { keys }, platform) {
    for (const key of keys) await platform.files.delete(key)
  },
})
