import type { DomainEvents } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'

export function broadcastRating(account: Account, { rating: { conversation_id } }: DomainEvents['csat:created']) {
  account.broadcastToTeam('rating:changed', { conversation_id })
  broadcastToCustomer(account, conversation_id)
}

export const broadcastToCustomer = (account: Account, conversation_id: string) =>
  account.broadcast(`conversation:${conversation_id}`, 'rating:changed', { conversation_id })
