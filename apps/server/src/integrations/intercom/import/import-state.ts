import type { IntercomImport } from '@papercups/contract'
import type { Selectable } from 'kysely'
import type { Account, AccountTransaction } from '../../../platform/account.js'
import type { IntercomImportsTable } from '../../../platform/database/tables.js'
import { notFound } from '../../../platform/errors.js'
import { defineStatement } from '../../../platform/statement.js'
import { toInstantOrNull, toTimestamp } from '../../../platform/wire-time.js'

/** Older imports are not listed. */
const MAX_LISTED = 20
/** Kept, so that each is counted once, and shown. */
const MAX_PROBLEMS = { kept: 1_000, shown: 50 }
/** Conversations take most of the time. */
const SHARE_OF_PEOPLE = 0.2

export type ImportRow = Selectable<IntercomImportsTable>
type Problem = IntercomImport['problems'][number]

export async function listImports(account: Account) {
  const imports = account.from('intercom_imports').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc')
  return (await imports.limit(MAX_LISTED).execute()).map(toImport)
}

export const findImport = (account: Account, id: string) =>
  account.from('intercom_imports').selectAll().where('id', '=', id).executeTakeFirst()

export async function getImport(account: Account, id: string) {
  const row = await findImport(account, id)
  if (!row) throw notFound('Import')
  return toImport(row)
}

/** Locks the row until the transaction ends. */
export const lockImport = (account: AccountTransaction, id: string) =>
  account.from('intercom_imports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/**
 * Everything that an import writes goes through here, so that nothing is stored after it was stopped, and that no two processes
 * store the same record. Returns undefined if the import no longer runs.
 */
export function whileRunning<T>(
  account: Account,
  { id, run }: ImportRow,
  work: (account: AccountTransaction, now: ImportRow) => Promise<T>,
): Promise<T | undefined> {
  return account.transaction(async (account) => {
    const now = await lockImport(account, id)
    if (now?.state !== 'running' || now.run !== run) return undefined
    return work(account, now)
  })
}

export async function changeImport(
  account: AccountTransaction,
  id: string,
  changes: Partial<Omit<ImportRow, 'id' | 'account_id' | 'problems'>>,
) {
  const changed = account.update('intercom_imports').set({ ...changes, updated_at: new Date() })
  const row = await changed.where('id', '=', id).returningAll().executeTakeFirstOrThrow()
  account.broadcastToTeam('intercom_import:changed', { id })
  return row
}

type Counter = 'people_count' | 'conversations_count' | 'messages_count'

export async function count(account: AccountTransaction, id: string, counts: Partial<Record<Counter, number>>) {
  const { people_count = 0, conversations_count = 0, messages_count = 0 } = counts
  await account.run(addCounts, id, people_count, conversations_count, messages_count)
}

const addCounts = defineStatement(
  'intercom.add-counts',
  `update intercom_imports set people_count = people_count + $3, conversations_count = conversations_count + $4,
    messages_count = messages_count + $5 where account_id = $1 and id = $2`,
)

/** Counts a record that was skipped, once in an import: a page may be read again. */
export async function noteProblem(account: AccountTransaction, now: ImportRow, problem: Problem) {
  const known = now.problems as Problem[]
  const isSame = ({ kind, intercom_id }: Problem) => kind === problem.kind && intercom_id === problem.intercom_id
  if (known.some(isSame)) return
  const problems = JSON.stringify([...known, problem].slice(0, MAX_PROBLEMS.kept))
  const changes = { problems, skipped_count: now.skipped_count + 1 }
  await account.update('intercom_imports').set(changes).where('id', '=', now.id).execute()
}

export const toImport = (row: ImportRow): IntercomImport => ({
  id: row.id,
  object: 'intercom_import',
  state: row.state,
  phase: row.phase,
  progress: progressOf(row),
  people_seen: row.people_seen,
  people_total: row.people_total,
  conversations_seen: row.conversations_seen,
  conversations_total: row.conversations_total,
  people_count: row.people_count,
  conversations_count: row.conversations_count,
  messages_count: row.messages_count,
  skipped_count: row.skipped_count,
  problems: (row.problems as Problem[]).slice(0, MAX_PROBLEMS.shown),
  failure: row.failure,
  retry_at: toInstantOrNull(row.retry_at),
  created_at: toTimestamp(row.created_at),
  ended_at: toInstantOrNull(row.ended_at),
})

function progressOf({ state, phase, ...row }: ImportRow) {
  if (state === 'done') return 1
  const share = (seen: number, total: number | null) => (total ? Math.min(1, seen / total) : 0)
  if (phase === 'people') return SHARE_OF_PEOPLE * share(row.people_seen, row.people_total)
  const done = phase === 'changes' ? 1 : share(row.conversations_seen, row.conversations_total)
  // The last page is not the end.
  return Math.min(0.99, SHARE_OF_PEOPLE + (1 - SHARE_OF_PEOPLE) * done)
}
