import type { DomainEvents } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'

export function broadcastCreated(account: Account, { customer_id: id }: DomainEvents['customer:created']) {
  account.broadcastToTeam('customer:created', { id })
}

export function broadcastUpdated(account: Account, { customer_id: id }: DomainEvents['customer:updated']) {
  account.broadcastToTeam('customer:updated', { id })
}
