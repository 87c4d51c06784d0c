import type { CustomerImport, ImportProgress } from '@papercups/contract'
import type { Selectable } from 'kysely'
import type { Account, AccountTransaction } from '../../../platform/account.js'
import type { CustomerImportsTable } from '../../../platform/database/tables.js'
import { notFound } from '../../../platform/errors.js'
import { toInstantOrNull, toTimestamp } from '../../../platform/wire-time.js'

/** Older imports are not listed. */
const MAX_LISTED = 20

export type ImportRow = Selectable<CustomerImportsTable>

export const isRunning = ({ status }: Pick<ImportRow, 'status'>) => status === 'checking' || status === 'importing'

export async function listImports(account: Account) {
  const imports = account.from('customer_imports').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc')
  return (await imports.limit(MAX_LISTED).execute()).map(toImport)
}

export const findImport = (account: Account, id: string) =>
  account.from('customer_imports').selectAll().where('id', '=', id).executeTakeFirst()

export async function getImport(account: Account, id: string) {
  const row = await findImport(account, id)
  if (!row) throw notFound('Import')
  return row
}

/** Locks the row until the transaction ends. */
export const lockImport = (account: AccountTransaction, id: string) =>
  account.from('customer_imports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export function toProgress(row: ImportRow): ImportProgress {
  const isOver = row.status === 'done' || row.status === 'checked'
  return {
    id: row.id,
    status: row.status as ImportProgress['status'],
    progress: isOver ? 1 : Math.min(1, row.bytes_read / Math.max(1, row.size)),
    created_count: row.created_count,
    updated_count: row.updated_count,
    skipped_count: row.skipped_count,
  }
}

export const toImport = (row: ImportRow): CustomerImport => ({
  ...toProgress(row),
  object: 'customer_import',
  filename: row.filename,
  encoding: row.encoding,
  columns: row.columns as CustomerImport['columns'],
  mapping: row.mapping as CustomerImport['mapping'],
  problems: row.problems as CustomerImport['problems'],
  failure: row.failure,
  created_at: toTimestamp(row.created_at),
  finished_at: toInstantOrNull(row.finished_at),
})
