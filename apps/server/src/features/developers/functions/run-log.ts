import type { LambdaRun, LambdaRunDetails, LambdaRunFilters, LambdaRunPage } from '@papercups/contract'
import type { Selectable } from 'kysely'
import type { Account } from '../../../platform/account.js'
import type { LambdaRunsTable } from '../../../platform/database/tables.js'
import { notFound } from '../../../platform/errors.js'
import { toInstant, toInstantOrNull } from '../../../platform/wire-time.js'
import { requireFunction } from './queries.js'

const USUAL_PAGE = 50

/** What a list shows of a run. */
export const SHOWN = [
  'id',
  'lambda_id',
  'position',
  'version',
  'trigger',
  'event',
  'status',
  'attempts',
  'created_at',
  'finished_at',
  'duration_ms',
  'error',
] as const

/** Newest first. */
export async function listRuns(
  account: Account,
  lambda_id: string,
  { status, after, limit }: LambdaRunFilters,
): Promise<LambdaRunPage> {
  await requireFunction(account, lambda_id)
  const size = limit ?? USUAL_PAGE
  let runs = account
    .from('lambda_runs')
    .select(SHOWN)
    .where('lambda_id', '=', lambda_id)
    .where('rehearsal_id', 'is', null)
  if (status) runs = runs.where('status', '=', status)
  if (after) runs = runs.where('position', '<', Number(after))
  const rows = await runs
    .orderBy('position', 'desc')
    .limit(size + 1)
    .execute()
  const shown = rows.slice(0, size)
  const last = rows.length > size ? shown.at(-1) : undefined
  return { data: shown.map(toRun), next: last ? String(last.position) : null }
}

export async function getRun(account: Account, lambda_id: string, id: string): Promise<LambdaRunDetails> {
  const found = account.from('lambda_runs').selectAll().where('lambda_id', '=', lambda_id).where('id', '=', id)
  const row = await found.executeTakeFirstOrThrow(() => notFound('Run'))
  const { input, result, output, writes } = row
  return { ...toRun(row), input, result, output: output as never, writes: writes as never }
}

export const toRun = (row: Pick<Selectable<LambdaRunsTable>, (typeof SHOWN)[number]>): LambdaRun => ({
  id: row.id,
  object: 'lambda_run',
  lambda_id: row.lambda_id,
  version: row.version,
  trigger: row.trigger,
  event: row.event,
  status: row.status,
  attempts: row.attempts,
  created_at: toInstant(row.created_at),
  finished_at: toInstantOrNull(row.finished_at),
  duration_ms: row.duration_ms,
  error: row.error,
})
