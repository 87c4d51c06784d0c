import type { CustomerImport } from '@papercups/contract'
import type { Readable } from 'node:stream'
import type { Account } from '../../../platform/account.js'
import type { FileStore } from '../../../platform/files/file-store.js'
import { matchRows } from './match-rows.js'
import { findImport, isRunning, lockImport, toProgress, type ImportRow } from './queries.js'
import { isProblem, readCustomer, type Problem } from './read-customer.js'
import { readRows, UnreadableFile, type Row } from './read-rows.js'
import { rememberKeys, saveRows } from './save-rows.js'
import { forgetFile } from './store-import.js'

const ROWS_AT_ONCE = 2_000
const MAX_PROBLEMS = 20
/** The job tries again after errors. Those that last longer than this do not pass by themselves. */
const PATIENCE_MS = 10 * 60_000
const NO_END = 'The server had an error again and again. Upload the file again later.'

/**
 * Checks or imports a file. Each batch is a transaction that also stores its position, so a run after a crash continues
 * behind the last batch. A parallel or later run of the same file ends this one.
 */
export async function runImport(account: Account, files: FileStore, id: string, run: number) {
  const row = await findImport(account, id)
  if (!row || row.run !== run || !isRunning(row)) return
  try {
    await readAll(account, files, row)
  } catch (error) {
    if (error instanceof UnreadableFile) return end(account, row, error.message)
    const now = await findImport(account, id)
    if (now && now.updated_at.getTime() < Date.now() - PATIENCE_MS) await end(account, row, NO_END)
    throw error
  }
}

async function readAll(account: Account, files: FileStore, row: ImportRow) {
  const file = await files.get(row.file_key)
  if (!file) return end(account, row, 'The file is no longer there. Upload it again.')
  try {
    let rows_read = row.rows_read
    for await (const batch of batchesOf(file.stream, row)) {
      if (!(await takeBatch(account, { ...row, rows_read }, batch))) return
      rows_read += batch.rows.length
    }
    await end(account, row, null)
  } finally {
    file.stream.destroy()
  }
}

interface Batch {
  rows: Row[]
  bytes_read: number
}

/** Skips the header and the rows that were read before. */
async function* batchesOf(stream: Readable, row: ImportRow): AsyncGenerator<Batch> {
  let bytes_read = 0
  async function* counted() {
    for await (const chunk of stream) {
      bytes_read += (chunk as Uint8Array).length
      yield chunk as Uint8Array
    }
  }
  let toPass = row.rows_read + 1
  let rows: Row[] = []
  for await (const next of readRows(counted(), row)) {
    if (toPass > 0) {
      toPass -= 1
      continue
    }
    rows.push(next)
    if (rows.length < ROWS_AT_ONCE) continue
    yield { rows, bytes_read }
    rows = []
  }
  if (rows.length > 0) yield { rows, bytes_read }
}

function takeBatch(account: Account, before: ImportRow, { rows, bytes_read }: Batch) {
  return account.transaction(async (account) => {
    const now = await lockImport(account, before.id)
    if (!now || now.run !== before.run || now.rows_read !== before.rows_read || !isRunning(now)) return false

    const columns = (now.columns as CustomerImport['columns']).length
    const read = rows.map((row) => readCustomer(row, now.mapping as CustomerImport['mapping'], columns))
    const unusable = read.filter(isProblem)
    const { matched, problems, keys } = await matchRows(
      account,
      now.id,
      read.filter((row) => !isProblem(row)),
    )
    await rememberKeys(account, now.id, keys)
    if (now.status === 'importing') await saveRows(account, matched, now)

    const made = matched.filter(({ is_new }) => is_new).length
    const changed = await account
      .update('customer_imports')
      .set({
        rows_read: now.rows_read + rows.length,
        bytes_read,
        created_count: now.created_count + made,
        updated_count: now.updated_count + matched.length - made,
        skipped_count: now.skipped_count + unusable.length + problems.length,
        problems: JSON.stringify(firstOf(now.problems as Problem[], [...unusable, ...problems])),
        updated_at: new Date(),
      })
      .where('id', '=', now.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    account.broadcastToTeam('customer_import:changed', toProgress(changed))
    return true
  })
}

const firstOf = (before: Problem[], found: Problem[]) =>
  [...before, ...found.toSorted((a, b) => a.line - b.line)].slice(0, MAX_PROBLEMS)

/** After an import its file and the previewed rows are deleted. */
function end(account: Account, { id, run, file_key }: ImportRow, failure: string | null) {
  return account.transaction(async (account) => {
    const now = await lockImport(account, id)
    if (!now || now.run !== run || !isRunning(now)) return
    const isImported = now.status === 'importing'
    const status = failure ? 'failed' : isImported ? 'done' : 'checked'
    const columns = (now.columns as CustomerImport['columns']).map(({ name }) => ({ name, samples: [] }))
    const changed = await account
      .update('customer_imports')
      .set({
        status,
        failure,
        updated_at: new Date(),
        ...(isImported && { columns: JSON.stringify(columns), finished_at: new Date() }),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await account.delete('customer_import_keys').where('import_id', '=', id).execute()
    await account.enqueue(forgetFile, { import_id: id, file_key }, { after: isImported ? '0' : '1 day' })
    account.broadcastToTeam('customer_import:changed', toProgress(changed))
  })
}
