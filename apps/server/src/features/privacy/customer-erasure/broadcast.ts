import type { DomainEvents } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { toInstant } from '../../../platform/wire-time.js'

export function broadcastCustomerErased(
  account: Account,
  { customer_id, conversations }: DomainEvents['customer:deleted'],
) {
  for (const conversation of conversations) broadcastConversationErased(account, { conversation })
  const conversation_ids = conversations.map(({ id }) => id)
  account.broadcastToTeam('customer:deleted', { id: customer_id, conversation_ids })
}

/** Older clients do not know erasure. For them the conversation is archived. */
export function broadcastConversationErased(account: Account, { conversation }: DomainEvents['conversation:deleted']) {
  const { id, archived_at } = conversation
  const updates = { ...conversation, archived_at: toInstant(new Date()), subject: null, metadata: null }
  if (!archived_at) account.broadcastToTeam('conversation:updated', { id, updates })
  account.broadcast(`conversation:${id}`, 'conversation:deleted', { id })
}
