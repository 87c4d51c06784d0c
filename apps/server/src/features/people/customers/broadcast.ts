import type { DomainEvents } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'

export function broadcastCreated(account: Account, { customer_id: id }: DomainEvents['customer:created']) {
  account.broadcast(`notification:${account.id}`, 'customer:created', { id })
}

export function broadcastUpdated(account: Account, { customer_id: id }: DomainEvents['customer:updated']) {
  account.broadcast(`notification:${account.id}`, 'customer:updated', { id })
}
