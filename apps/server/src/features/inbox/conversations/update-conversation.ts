import type { Account } from '../../../platform/account.js'
import { userActor, type Actor } from '../../../platform/actor.js'
import { newValuesOf } from './new-values.js'
import { toConversationBasic, type ConversationRow } from './present.js'
import { lockConversation } from './queries.js'

export type ConversationChanges = Partial<
  Pick<
    ConversationRow,
    | 'status'
    | 'priority'
    | 'read'
    | 'assignee_id'
    | 'inbox_id'
    | 'subject'
    | 'metadata'
    | 'archived_at'
    | 'snoozed_at'
    | 'snoozed_until'
    | 'last_activity_at'
  >
>

export function updateConversation(account: Account, id: string, changes: ConversationChanges, actor: Actor | null) {
  return account.transaction(async (account) => {
    const before = await lockConversation(account, id)
    const { metadata, ...plain } = changes
    const row = await account
      .update('conversations')
      .set({
        ...plain,
        ...(metadata !== undefined && { metadata: metadata ? JSON.stringify(metadata) : null }),
        ...statusChanges(before, changes.status),
        updated_at: new Date(),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const conversation = toConversationBasic(row)
    const logged = { conversation_id: id, changed: Object.keys(changes), ...newValuesOf(before, row) }
    await account.emit('conversation:updated', { conversation }, logged, actor)
    return conversation
  })
}

/**
 * A new status moves the conversation to the top of its list, and closing ends a snooze. The same status again changes
 * nothing.
 */
export function statusChanges(before: Pick<ConversationRow, 'status'>, status: ConversationRow['status'] | undefined) {
  if (status === undefined || status === before.status) return {}
  const now = new Date()
  if (status === 'open') return { closed_at: null, last_activity_at: now }
  return { closed_at: now, last_activity_at: now, snoozed_at: null, snoozed_until: null }
}

/** Marks the conversation and the user's mentions in it as read. Broadcasts nothing if they already were. */
export function markRead(account: Account, id: string, user_id: number) {
  return account.transaction(async (account) => {
    const mentions = account.update('mentions').set({ seen_at: new Date() })
    const seen = await mentions
      .where('conversation_id', '=', id)
      .where('user_id', '=', user_id)
      .where('seen_at', 'is', null)
      .executeTakeFirst()
    const { read } = await lockConversation(account, id)
    if (read && seen.numUpdatedRows === 0n) return
    await updateConversation(account, id, { read: true }, userActor(user_id))
  })
}
