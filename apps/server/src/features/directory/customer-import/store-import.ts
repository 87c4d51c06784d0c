import type { CustomerImport } from '@papercups/contract'
import { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { Account } from '../../../platform/account.js'
import { HttpError } from '../../../platform/errors.js'
import { defineJob } from '../../../platform/feature.js'
import { cleanFilename, newFileKey } from '../../../platform/files/file-name.js'
import type { FileStore } from '../../../platform/files/file-store.js'
import type { StreamedFile } from '../../../platform/http/body.js'
import { guessMapping } from './guess-mapping.js'
import { DECODERS, Inspection, refused } from './inspect-upload.js'
import { findImport, isRunning, toImport } from './queries.js'
import { guessDelimiter, readRows, UnreadableFile, type Row } from './read-rows.js'

const MAX_COLUMNS = 200
const SAMPLES = 3
const LONGEST_SAMPLE = 80
const DRAFTS = ['uploaded', 'checked'] as const

/** Stores the file and returns its first rows. Nothing is imported until somebody starts it. */
export async function storeImport(account: Account, files: FileStore, file: StreamedFile, user_id: number) {
  const filename = cleanFilename(file.filename)
  const file_key = newFileKey(filename)
  const inspection = new Inspection()
  await files.put(file_key, inspection.passing(file.stream), { content_type: 'text/csv' })
  try {
    if (file.isTooLarge) throw new HttpError(413, 'The file is larger than 50 MB. Split it, and import its parts.')
    const about = await describeFile(inspection)
    const row = { ...about, user_id, filename, file_key, size: inspection.size }
    const stored = await account.transaction(async (account) => {
      await forgetDrafts(account, user_id)
      const stored = await account.insert('customer_imports', row).returningAll().executeTakeFirstOrThrow()
      await account.enqueue(forgetFile, { import_id: stored.id, file_key }, { after: '1 day' })
      return stored
    })
    return toImport(stored)
  } catch (error) {
    await files.delete(file_key)
    throw error
  }
}

async function describeFile(inspection: Inspection) {
  const { encoding, head } = inspection
  const delimiter = guessDelimiter(new TextDecoder(DECODERS[encoding]).decode(head))
  const [header, ...samples] = await firstRows(head, { encoding, delimiter })
  if (!header?.cells.some((name) => name.trim())) throw refused('has no header: its first row has to name the columns')
  if (samples.length === 0) throw refused('has a header and no rows')
  if (header.cells.length > MAX_COLUMNS) throw refused(`has more than ${MAX_COLUMNS} columns`)

  const names = header.cells.map((name) => visible(name.trim(), 255))
  const columns: CustomerImport['columns'] = names.map((name, at) => ({
    name,
    samples: samples.map(({ cells }) => visible(cells[at]?.trim() ?? '', LONGEST_SAMPLE)).filter(Boolean),
  }))
  const mapping = guessMapping(names)
  return { encoding, delimiter, columns: JSON.stringify(columns), mapping: JSON.stringify(mapping) }
}

async function firstRows(head: Buffer, written: Parameters<typeof readRows>[1]) {
  const rows: Row[] = []
  try {
    for await (const row of readRows(Readable.from([head]), written, SAMPLES + 1)) rows.push(row)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    // The head may end in the middle of a row. The rows before it are enough.
    if (rows.length < 2) throw refused(`cannot be read as CSV. ${error.message}`.replace(/\.$/, ''))
  }
  return rows
}

const visible = (text: string, most: number) => Array.from(text.replaceAll('\0', '')).slice(0, most).join('')

/** A new upload replaces the user's earlier drafts. */
async function forgetDrafts(account: Account, user_id: number) {
  const drafts = account.delete('customer_imports').where('user_id', '=', user_id)
  const gone = await drafts.where('status', 'in', DRAFTS).returning(['id', 'file_key']).execute()
  for (const { id, file_key } of gone) await account.enqueue(forgetFile, { import_id: id, file_key })
}

/** The file holds names and emails, so it is kept no longer than needed. */
export const forgetFile = defineJob({
  name: 'customer-import.forget-file',
  input: Type.Object({ import_id: Type.String(), file_key: Type.String() }),
  async run(account, { import_id, file_key }, { files }) {
    const row = await findImport(account, import_id)
    // A running import deletes it when it ends.
    if (row && isRunning(row)) return
    await files.delete(file_key)
    await account.delete('customer_imports').where('id', '=', import_id).where('status', 'in', DRAFTS).execute()
  },
})
