import type { Account } from '../../../platform/account.js'
import type { Actor } from '../../../platform/actor.js'
import { notFound } from '../../../platform/errors.js'
import { toConversationBasic, type ConversationRow } from './present.js'
import { lockConversation } from './queries.js'
import { updateConversation } from './update-conversation.js'

const RESTORABLE_MS = 30 * 24 * 3_600_000

/**
 * The screens call this deleting. The event log keeps who did it and when. The days to restore it count from the first
 * time.
 */
export function archiveConversation(account: Account, id: string, actor: Actor) {
  return account.transaction(async (account) => {
    const before = await lockConversation(account, id)
    if (before.archived_at) return toConversationBasic(before)
    return updateConversation(account, id, { archived_at: new Date() }, actor)
  })
}

export function restoreConversation(account: Account, id: string, actor: Actor) {
  return account.transaction(async (account) => {
    const before = await lockConversation(account, id)
    if (!before.archived_at) return toConversationBasic(before)
    if (!isRestorable(before)) throw notFound('Conversation')
    return updateConversation(account, id, { archived_at: null }, actor)
  })
}

/** The dashboard promises this period when somebody deletes a conversation. */
export const isRestorable = ({ archived_at }: Pick<ConversationRow, 'archived_at'>) =>
  archived_at !== null && archived_at.getTime() > Date.now() - RESTORABLE_MS
