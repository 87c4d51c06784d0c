import type { Lambda, LambdaFilters, WebhookEvent } from '@papercups/contract'
import type { Selectable } from 'kysely'
import type { Account } from '../../../platform/account.js'
import type { LambdasTable } from '../../../platform/database/tables.js'
import { notFound } from '../../../platform/errors.js'
import { matchesText } from '../../../platform/matches-text.js'
import { toInstantOrNull, toTimestamp } from '../../../platform/wire-time.js'

/** Last changed first. Without the code: a hundred functions could have 100 MB of it. */
export async function listFunctions(account: Account, { status, name, creator_id, q }: LambdaFilters) {
  let rows = account.from('lambdas').selectAll()
  if (status) rows = rows.where('status', '=', status)
  if (name) rows = rows.where('name', '=', name)
  if (creator_id) rows = rows.where('creator_id', '=', creator_id)
  if (q) rows = rows.where((e) => e.or([matchesText('name', `%${q}%`), matchesText('description', `%${q}%`)]))
  const found = await rows.orderBy('updated_at', 'desc').orderBy('id').execute()
  return found.map((row) => toLambda({ ...row, code: null }))
}

export async function getFunction(account: Account, id: string) {
  const row = account.from('lambdas').selectAll().where('id', '=', id)
  return toLambda(await row.executeTakeFirstOrThrow(missing))
}

/** Throws unless it is a function of this account. */
export async function requireFunction(account: Account, id: string) {
  await account.from('lambdas').select('id').where('id', '=', id).executeTakeFirstOrThrow(missing)
}

export const missing = () => notFound('Function')

export const toLambda = (row: Selectable<LambdasTable>): Lambda => ({
  id: row.id,
  object: 'lambda',
  created_at: toTimestamp(row.created_at),
  updated_at: toTimestamp(row.updated_at),
  account_id: row.account_id,
  creator_id: row.creator_id,
  name: row.name,
  description: row.description,
  code: row.code,
  language: row.language,
  runtime: row.runtime,
  status: row.status,
  last_deployed_at: toInstantOrNull(row.last_deployed_at),
  last_executed_at: toInstantOrNull(row.last_executed_at),
  metadata: row.metadata,
  events: row.events as WebhookEvent[],
  cron: row.cron,
  deployed_version: row.deployed_version,
  has_api_key: row.api_key_id !== null,
})
