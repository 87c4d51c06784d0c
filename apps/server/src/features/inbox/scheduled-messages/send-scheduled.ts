import { Uuid } from '@papercups/contract'
import { Type } from 'typebox'
import type { Account, AccountTransaction } from '../../../platform/account.js'
import { HttpError } from '../../../platform/errors.js'
import { defineJob } from '../../../platform/feature.js'
import { lockConversation } from '../conversations/queries.js'
import { createMessage } from '../messages/create-message.js'
import { findUser } from '../../team/users/queries.js'
import { emailOf, fileIdsOf, findDueAndLock, findScheduled, mentionsOf, type ScheduledRow } from './queries.js'

/** One transaction stores the message and removes the schedule, so it is sent once, however often the job runs. */
export const sendScheduled = defineJob({
  name: 'scheduled-messages.send',
  input: Type.Object({ id: Uuid }),
  async run(account, { id }) {
    try {
      await account.transaction((account) => sendIfDue(account, id))
    } catch (error) {
      // Another attempt would fail again: its author has to correct it.
      if (!(error instanceof HttpError) || error.status >= 500) throw error
      await account.transaction((account) => hold(account, id, `It could not be sent: ${reasonOf(error)}`))
    }
  },
})

async function sendIfDue(account: AccountTransaction, id: string) {
  const found = await findScheduled(account, id)
  if (!found) return // deleted while the job waited
  // The conversation first, as everywhere else. The other order could deadlock.
  await lockConversation(account, found.conversation_id)
  const waiting = await findDueAndLock(account, id)
  if (!waiting) return // moved to a later time
  const author = await findUser(account, waiting.user_id)
  if (!author || author.disabled_at || author.archived_at) {
    return hold(account, id, 'Its author no longer works in this account, so nobody can send it in their name.')
  }
  await createMessage(account, { user_id: author.id }, draftOf(waiting))
  await account.delete('scheduled_messages').where('id', '=', id).execute()
  account.broadcastToTeam('scheduled_message:changed', { conversation_id: waiting.conversation_id })
}

const draftOf = (waiting: ScheduledRow) => ({
  conversation_id: waiting.conversation_id,
  body: waiting.body,
  type: waiting.type,
  private: waiting.type === 'note',
  file_ids: fileIdsOf(waiting),
  mentioned_user_ids: mentionsOf(waiting),
  metadata: waiting.metadata,
  email: emailOf(waiting),
})

/** Keeps it in the list, with the reason for the team. */
async function hold(account: Account, id: string, held_reason: string) {
  const row = await account
    .update('scheduled_messages')
    .set({ held_reason, updated_at: new Date() })
    .where('id', '=', id)
    .returning('conversation_id')
    .executeTakeFirst()
  if (row) account.broadcastToTeam('scheduled_message:changed', { conversation_id: row.conversation_id })
}

function reasonOf({ message, errors }: HttpError) {
  const fields = Object.entries(errors ?? {}).map(([field, complaints]) => `${field} ${[complaints].flat().join(', ')}`)
  return fields.length > 0 ? fields.join('; ') : message
}
