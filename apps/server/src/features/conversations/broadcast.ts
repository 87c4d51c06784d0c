import type { DomainEvents } from '@papercups/contract'
import type { Account } from '../../platform/account.js'

export function broadcastCreated(
  account: Account,
  { conversation: { id, customer_id } }: DomainEvents['conversation:created'],
) {
  account.broadcast(`notification:${account.id}`, 'conversation:created', { id })
  account.broadcast(`conversation:lobby:${customer_id}`, 'conversation:created', { id })
}

export function broadcastUpdated(account: Account, { conversation, tags }: DomainEvents['conversation:updated']) {
  account.broadcast(`notification:${account.id}`, 'conversation:updated', {
    id: conversation.id,
    updates: { ...conversation, ...(tags && { tags }) },
  })
}
