import type { CustomerImport, ImportMapping } from '@papercups/contract'
import { Type } from 'typebox'
import type { Account } from '../../../platform/account.js'
import { conflict, invalid, notFound } from '../../../platform/errors.js'
import { defineJob } from '../../../platform/feature.js'
import { MAX_KEYS } from '../../people/customers/metadata-limit.js'
import { isRunning, lockImport, toImport, toProgress, type ImportRow } from './queries.js'
import { runImport } from './run-import.js'
import { forgetFile } from './store-import.js'

/** One file of an account at a time: two files with the same people must not both create them. */
export const readFile = defineJob({
  name: 'customer-import.read-file',
  input: Type.Object({ import_id: Type.String(), run: Type.Integer() }),
  key: () => 'file',
  run: (account, { import_id, run }, { files }) => runImport(account, files, import_id, run),
})

/** Reads the whole file and reports what an import would do. Cancels a running check. */
export function checkImport(account: Account, id: string, mapping: ImportMapping) {
  return change(account, id, (row) => {
    if (row.status === 'importing' || row.status === 'done') throw conflict('This file is imported already.')
    requireValidMapping(mapping, row.columns as CustomerImport['columns'])
    return { status: 'checking', mapping: JSON.stringify(mapping) }
  })
}

export function startImport(account: Account, id: string) {
  return change(account, id, (row) => {
    if (row.status === 'importing' || row.status === 'done') throw conflict('This file is imported already.')
    if (row.status !== 'checked') throw conflict('This file has to be checked first.')
    return { status: 'importing' }
  })
}

/** Customers that were imported before stay. */
export function deleteImport(account: Account, id: string) {
  return account.transaction(async (account) => {
    const row = await lockImport(account, id)
    if (!row) throw notFound('Import')
    await account.delete('customer_imports').where('id', '=', id).execute()
    await account.enqueue(forgetFile, { import_id: id, file_key: row.file_key })
    if (isRunning(row)) account.broadcastToTeam('customer_import:changed', stopped(row))
  })
}

const stopped = (row: ImportRow) => toProgress({ ...row, status: 'failed' })

const FROM_THE_START = { rows_read: 0, bytes_read: 0, created_count: 0, updated_count: 0, skipped_count: 0 }

function change(
  account: Account,
  id: string,
  decide: (row: ImportRow) => { status: ImportRow['status']; mapping?: string },
) {
  return account.transaction(async (account) => {
    const row = await lockImport(account, id)
    if (!row) throw notFound('Import')
    const run = row.run + 1
    await account.delete('customer_import_keys').where('import_id', '=', id).execute()
    const changed = await account
      .update('customer_imports')
      .set({ ...decide(row), ...FROM_THE_START, run, problems: '[]', failure: null, updated_at: new Date() })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await account.enqueue(readFile, { import_id: id, run })
    account.broadcastToTeam('customer_import:changed', toProgress(changed))
    return toImport(changed)
  })
}

function requireValidMapping(mapping: ImportMapping, columns: CustomerImport['columns']) {
  const complain = (why: string) => invalid({ mapping: [why] })
  const fields = mapping.filter(({ field }) => field !== 'metadata').map(({ field }) => field)
  const names = mapping.filter(({ field }) => field === 'metadata').map(({ name }) => name)
  if (mapping.some(({ column }) => column >= columns.length))
    throw complain('names a column that the file does not have')
  if (new Set(mapping.map(({ column }) => column)).size < mapping.length) throw complain('names a column twice')
  if (new Set(fields).size < fields.length) throw complain('names a field twice')
  if (names.some((name) => !name)) throw complain('has metadata without a name')
  if (new Set(names).size < names.length) throw complain('names metadata twice')
  if (names.length > MAX_KEYS) throw complain(`has more than ${MAX_KEYS} columns for metadata`)
  if (!fields.includes('email') && !fields.includes('external_id'))
    throw complain('needs a column for the email or the external id, by which people are recognised')
}
