import type { DomainEvents } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { toInstant } from '../../../platform/wire-time.js'

export function tellOfCustomer(account: Account, { customer_id, conversations }: DomainEvents['customer:deleted']) {
  for (const conversation of conversations) tellOfConversation(account, { conversation })
  const conversation_ids = conversations.map(({ id }) => id)
  account.broadcast(`notification:${account.id}`, 'customer:deleted', { id: customer_id, conversation_ids })
}

/** Clients that have not heard of erasing see it leave as an archived one does. */
export function tellOfConversation(account: Account, { conversation }: DomainEvents['conversation:deleted']) {
  const { id, archived_at } = conversation
  const updates = { ...conversation, archived_at: toInstant(new Date()), subject: null, metadata: null }
  if (!archived_at) account.broadcast(`notification:${account.id}`, 'conversation:updated', { id, updates })
  account.broadcast(`conversation:${id}`, 'conversation:deleted', { id })
}
