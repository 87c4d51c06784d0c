import { sql } from 'kysely'
import type { AccountTransaction } from '../../../platform/account.js'
import type { Actor } from '../../../platform/actor.js'
import { lockConversation } from '../conversations/queries.js'
import { updateConversation } from '../conversations/update-conversation.js'
import { getMessage } from './queries.js'

const BROUGHT_BACK = 'This conversation was deleted. A new message brought it back.'

/** Restores a deleted conversation, however long ago it was deleted, and says so in the thread. Only the team sees the line. */
export async function bringBack(account: AccountTransaction, conversation_id: string, actor: Actor) {
  const { archived_at } = await lockConversation(account, conversation_id)
  if (!archived_at) return
  await updateConversation(account, conversation_id, { archived_at: null }, actor)
  const { last_seq: seq } = await account
    .update('conversations')
    .set({ last_seq: sql<number>`last_seq + 1` })
    .where('id', '=', conversation_id)
    .returning('last_seq')
    .executeTakeFirstOrThrow()
  const line = { conversation_id, seq, body: BROUGHT_BACK, type: 'bot', private: true } as const
  const metadata = JSON.stringify({ brought_back: true })
  const { id } = await account
    .insert('messages', { ...line, metadata })
    .returning('id')
    .executeTakeFirstOrThrow()
  const message = await getMessage(account, id)
  await account.emit('message:created', { message }, { conversation_id, message_id: id, seq }, null)
}
