import type { ConversationBasic } from '@papercups/contract'
import { toInstantOrNull, toTimestamp } from '../../platform/wire-time.js'

export interface ConversationRow {
  id: string
  account_id: string
  customer_id: string
  inbox_id: string | null
  assignee_id: number | null
  status: ConversationBasic['status']
  priority: ConversationBasic['priority']
  source: ConversationBasic['source']
  read: boolean
  subject: string | null
  metadata: Record<string, unknown> | null
  last_activity_at: Date | null
  closed_at: Date | null
  created_at: Date
}

export function toConversationBasic(row: ConversationRow): ConversationBasic {
  return {
    id: row.id,
    object: 'conversation',
    source: row.source,
    created_at: toTimestamp(row.created_at),
    closed_at: toInstantOrNull(row.closed_at),
    last_activity_at: toInstantOrNull(row.last_activity_at),
    status: row.status,
    read: row.read,
    priority: row.priority,
    subject: row.subject,
    account_id: row.account_id,
    customer_id: row.customer_id,
    assignee_id: row.assignee_id,
    inbox_id: row.inbox_id,
    metadata: row.metadata,
  }
}
