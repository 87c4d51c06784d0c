import { Type } from 'typebox'
import type { Account } from '../../../platform/account.js'
import { defineJob } from '../../../platform/feature.js'

const FILES_AT_ONCE = 200

/** Bytes cannot be taken back with a transaction, so they go once it is certain that their rows are gone. */
export const deleteFiles = defineJob({
  // The name from when only an erasure deleted files: such jobs may still wait in a queue.
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
