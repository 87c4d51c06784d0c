import type { DomainEvents } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'

export function broadcastCreated(
  account: Account,
  { conversation: { id, customer_id }, former_customer_ids = [] }: DomainEvents['conversation:created'],
) {
  account.broadcast(`notification:${account.id}`, 'conversation:created', { id })
  for (const waiting of [customer_id, ...former_customer_ids])
    account.broadcast(`conversation:lobby:${waiting}`, 'conversation:created', { id })
}

export function broadcastUpdated(account: Account, { conversation, tags }: DomainEvents['conversation:updated']) {
  account.broadcast(`notification:${account.id}`, 'conversation:updated', {
    id: conversation.id,
    updates: { ...conversation, ...(tags && { tags }) },
  })
}
