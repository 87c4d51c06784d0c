import type { CannedResponseChanges, NewCannedResponse } from '@papercups/contract'
import { sql } from 'kysely'
import type { Account } from '../../../platform/account.js'
import { conflict, invalid, notFound } from '../../../platform/errors.js'
import { MAX_SAVED_REPLIES, toCannedResponse } from './queries.js'

export async function createCannedResponse(account: Account, { name, content }: NewCannedResponse) {
  const { count } = await account
    .from('canned_responses')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  if (count >= MAX_SAVED_REPLIES) throw conflict(`An account can have ${MAX_SAVED_REPLIES} saved replies at most.`)
  const row = account.insert('canned_responses', { name: shortcut(name), content })
  const created = await row.returningAll().executeTakeFirstOrThrow()
  broadcastChange(account, created.id)
  return toCannedResponse(created)
}

/** Fields that are not given stay. */
export async function updateCannedResponse(account: Account, id: string, { name, content }: CannedResponseChanges) {
  const row = account
    .update('canned_responses')
    .set({
      ...(name !== undefined && { name: shortcut(name) }),
      ...(content !== undefined && { content }),
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .returningAll()
  const updated = await row.executeTakeFirstOrThrow(() => notFound('Saved reply'))
  broadcastChange(account, id)
  return toCannedResponse(updated)
}

export async function deleteCannedResponse(account: Account, id: string) {
  const { numDeletedRows } = await account.delete('canned_responses').where('id', '=', id).executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound('Saved reply')
  broadcastChange(account, id)
}

const broadcastChange = (account: Account, id: string) => account.broadcastToTeam('canned_response:changed', { id })

/** People type it after a slash, so a name with a slash would never be found. */
function shortcut(name: string) {
  const typed = name.replaceAll('/', '').trim()
  if (!typed) throw invalid({ name: ["can't be blank"] })
  return typed
}
