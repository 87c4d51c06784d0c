import { Type } from 'typebox'
import { defineJob } from '../../platform/feature.js'

/** Bytes cannot be taken back with a transaction, so they go once it is certain that their rows are gone. */
export const deleteFiles = defineJob({
  name: 'customer-erasure.delete-files',
  input: Type.Object({ keys: Type.Array(Type.String()) }),
  async run(_account, { keys }, { files }) {
    for (const key of keys) await files.delete(key)
  },
})
