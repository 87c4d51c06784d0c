import type { DomainEvents } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'

export function broadcastMerged(account: Account, merged: DomainEvents['customer:merged']) {
  account.broadcast(`notification:${account.id}`, 'customer:merged', told(merged))
  // Who is there now shows as the customer that they have become.
  account.readmitVisitors(merged.merged_customer_id)
}

export function broadcastUnmerged(account: Account, unmerged: DomainEvents['customer:unmerged']) {
  account.broadcast(`notification:${account.id}`, 'customer:unmerged', told(unmerged))
  account.readmitVisitors(unmerged.customer_id)
}

const told = ({ customer_id, merged_customer_id, conversation_ids }: DomainEvents['customer:merged']) => ({
  id: customer_id,
  merged_id: merged_customer_id,
  conversation_ids,
})
