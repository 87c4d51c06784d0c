import type { CannedResponse } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { notFound } from '../../../platform/errors.js'
import { toTimestamp } from '../../../platform/wire-time.js'

/** The list is never longer, because dashboards load and search all of it. */
export const MAX_SAVED_REPLIES = 1_000

export async function listCannedResponses(account: Account) {
  const all = account.from('canned_responses').selectAll().orderBy('updated_at', 'desc').orderBy('id', 'desc')
  return (await all.limit(MAX_SAVED_REPLIES).execute()).map(toCannedResponse)
}

export async function getCannedResponse(account: Account, id: string) {
  const row = account.from('canned_responses').selectAll().where('id', '=', id)
  return toCannedResponse(await row.executeTakeFirstOrThrow(() => notFound('Saved reply')))
}

interface Row {
  id: string
  name: string
  content: string
  created_at: Date
  updated_at: Date
}

export const toCannedResponse = ({ id, name, content, created_at, updated_at }: Row): CannedResponse => ({
  id,
  object: 'canned_response',
  name,
  content,
  created_at: toTimestamp(created_at),
  updated_at: toTimestamp(updated_at),
})
