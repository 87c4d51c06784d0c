import type { DomainEvents } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'

export function broadcastCreated(
  account: Account,
  { conversation: { id, customer_id }, former_customer_ids = [] }: DomainEvents['conversation:created'],
) {
  account.broadcastToTeam('conversation:created', { id })
  for (const waiting of [customer_id, ...former_customer_ids])
    account.broadcast(`conversation:lobby:${waiting}`, 'conversation:created', { id })
}

export function broadcastUpdated(account: Account, { conversation, tags }: DomainEvents['conversation:updated']) {
  account.broadcastToTeam('conversation:updated', {
    id: conversation.id,
    updates: { ...conversation, ...(tags && { tags }) },
  })
}
