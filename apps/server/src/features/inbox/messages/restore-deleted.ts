import { sql } from 'kysely'
import type { AccountTransaction } from '../../../platform/account.js'
import type { Actor } from '../../../platform/actor.js'
import { lockConversation } from '../conversations/queries.js'
import { updateConversation } from '../conversations/update-conversation.js'
import { getMessage } from './queries.js'

const NOTICE = 'This conversation was deleted. A new message restored it.'

/** Restores a deleted conversation, however old the deletion is, and posts a private message about it. */
export async function restoreDeleted(account: AccountTransaction, conversation_id: string, actor: Actor) {
  const { archived_at } = await lockConversation(account, conversation_id)
  if (!archived_at) return
  await updateConversation(account, conversation_id, { archived_at: null }, actor)
  const { last_seq: seq } = await account
    .update('conversations')
    .set({ last_seq: sql<number>`last_seq + 1` })
    .where('id', '=', conversation_id)
    .returning('last_seq')
    .executeTakeFirstOrThrow()
  const notice = { conversation_id, seq, body: NOTICE, type: 'bot', private: true } as const
  const metadata = JSON.stringify({ brought_back: true })
  const { id } = await account
    .insert('messages', { ...notice, metadata })
    .returning('id')
    .executeTakeFirstOrThrow()
  const message = await getMessage(account, id)
  await account.emit('message:created', { message }, { conversation_id, message_id: id, seq }, null)
}
