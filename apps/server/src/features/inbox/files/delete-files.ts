import { Type } from 'typebox'
import type { Account } from '../../../platform/account.js'
import { defineJob } from '../../../platform/feature.js'

const FILES_AT_ONCE = 200

/** Deleting bytes cannot be rolled back, so the job runs after their rows are gone for certain. */
export const deleteFiles = defineJob({
  // The name from when only erasures deleted files. Queues may still hold such jobs.
  name: 'customer-erasure.delete-files',
  input: Type.Object({ keys: Type.Array(Type.String()) }),
  async run(_account, { keys }, { files }) {
    for (const key of keys) await files.delete(key)
  },
})

export async function deleteFilesLater(account: Account, rows: Array<{ unique_filename: string | null }>) {
  const keys = rows.flatMap(({ unique_filename }) => unique_filename ?? [])
  for (let at = 0; at < keys.length; at += FILES_AT_ONCE)
    await account.enqueue(deleteFiles, { keys: keys.slice(at, at + FILES_AT_ONCE) })
}
