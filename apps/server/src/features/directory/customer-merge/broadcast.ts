import type { DomainEvents } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'

export function broadcastMerged(account: Account, merged: DomainEvents['customer:merged']) {
  account.broadcastToTeam('customer:merged', toPayload(merged))
  // Connected visitors join again, so presence shows them as the customer that they were merged into.
  account.rejoinVisitors(merged.merged_customer_id)
}

export function broadcastUnmerged(account: Account, unmerged: DomainEvents['customer:unmerged']) {
  account.broadcastToTeam('customer:unmerged', toPayload(unmerged))
  account.rejoinVisitors(unmerged.customer_id)
}

const toPayload = ({ customer_id, merged_customer_id, conversation_ids }: DomainEvents['customer:merged']) => ({
  id: customer_id,
  merged_id: merged_customer_id,
  conversation_ids,
})
