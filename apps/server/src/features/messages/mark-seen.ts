import type { Account } from '../../platform/account.js'

/** The customer has looked: every agent's message that waited for it is seen now. */
export async function markSeen(account: Account, conversation_id: string) {
  const unseen = account.update('messages').set({ seen_at: new Date() })
  await unseen
    .where('conversation_id', '=', conversation_id)
    .where('user_id', 'is not', null)
    .where('private', '=', false)
    .where('seen_at', 'is', null)
    .execute()
}
