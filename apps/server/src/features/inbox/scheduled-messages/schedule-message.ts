import type { NewScheduledMessage, ScheduledMessage, ScheduledMessageChanges } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { conflict, forbidden, invalid } from '../../../platform/errors.js'
import { lockConversation } from '../conversations/queries.js'
import { claimForUser } from '../files/claim-files.js'
import { findFiles } from '../files/queries.js'
import { requireEmailReply } from '../messages/recipients.js'
import { requireContent } from '../messages/require-content.js'
import { usersExist } from '../../team/users/queries.js'
import { fileIdsOf, listScheduled, lockScheduled, MAX_SCHEDULED, presentOne } from './queries.js'
import { sendScheduled } from './send-scheduled.js'

/** Accepts times of clients whose clock is a little behind. */
const PAST_MS = 60_000
const FURTHEST_MS = 366 * 24 * 3_600_000

export function scheduleMessage(
  account: Account,
  user_id: number,
  draft: NewScheduledMessage,
): Promise<ScheduledMessage> {
  const file_ids = [...new Set(draft.file_ids?.map((id) => id.toLowerCase()))]
  const mentioned_user_ids = [...new Set(draft.mentioned_user_ids ?? [])]
  const send_at = readTime(draft.send_at)
  requireContent(draft.body, file_ids)

  return account.transaction(async (account) => {
    // Locked, so that parallel requests cannot exceed the limit together.
    const { id: conversation_id, source } = await lockConversation(account, draft.conversation_id)
    if (draft.email) requireEmailReply({ source, is_private: draft.type === 'note' })
    const waiting = await listScheduled(account, conversation_id)
    if (waiting.length >= MAX_SCHEDULED) throw conflict(`${MAX_SCHEDULED} messages wait in this conversation already.`)
    if ((await findFiles(account, file_ids)).length < file_ids.length) throw invalid({ file_ids: ['does not exist'] })
    if (file_ids.length > 0) await claimForUser(account, user_id, file_ids)
    if (!(await usersExist(account, mentioned_user_ids))) throw invalid({ mentioned_user_ids: ['does not exist'] })
    const row = await account
      .insert('scheduled_messages', {
        conversation_id,
        user_id,
        send_at,
        type: draft.type,
        body: draft.body ?? null,
        file_ids: JSON.stringify(file_ids),
        mentioned_user_ids: JSON.stringify(mentioned_user_ids),
        metadata: draft.metadata ? JSON.stringify(draft.metadata) : null,
        email: draft.email ? JSON.stringify(draft.email) : null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await account.enqueue(sendScheduled, { id: row.id }, { at: send_at })
    account.broadcastToTeam('scheduled_message:changed', { conversation_id })
    return presentOne(account, row)
  })
}

/** Only its author may change it, because it is sent in their name. Fields that are not given stay. */
export function changeScheduled(account: Account, user_id: number, id: string, changes: ScheduledMessageChanges) {
  return account.transaction(async (account) => {
    const before = await lockScheduled(account, id)
    if (before.user_id !== user_id) throw forbidden('Only its author can change a scheduled message.')
    const body = changes.body === undefined ? before.body : changes.body
    requireContent(body, fileIdsOf(before))
    const send_at = changes.send_at ? readTime(changes.send_at) : before.send_at
    const row = await account
      .update('scheduled_messages')
      .set({ body, send_at, ...(changes.send_at && { held_reason: null }), updated_at: new Date() })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    // The job of the earlier time will find it not due and do nothing.
    if (changes.send_at) await account.enqueue(sendScheduled, { id }, { at: send_at })
    account.broadcastToTeam('scheduled_message:changed', { conversation_id: row.conversation_id })
    return presentOne(account, row)
  })
}

/** Any team member may delete it: a colleague who sees a mistake should not have to wait for its author. */
export function deleteScheduled(account: Account, id: string) {
  return account.transaction(async (account) => {
    const { conversation_id } = await lockScheduled(account, id)
    await account.delete('scheduled_messages').where('id', '=', id).execute()
    account.broadcastToTeam('scheduled_message:changed', { conversation_id })
  })
}

function readTime(text: string) {
  const time = new Date(text)
  const ahead = time.getTime() - Date.now()
  if (ahead < -PAST_MS) throw invalid({ send_at: ['must be in the future'] })
  if (ahead > FURTHEST_MS) throw invalid({ send_at: ['must be within a year'] })
  return time
}
