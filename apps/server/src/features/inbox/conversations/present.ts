import type { ConversationBasic } from '@papercups/contract'
import { toInstantOrNull, toTimestamp } from '../../../platform/wire-time.js'

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
  archived_at: Date | null
  snoozed_at: Date | null
  snoozed_until: Date | null
  created_at: Date
  updated_at: Date
}

export function toConversationBasic(row: ConversationRow): ConversationBasic {
  return {
    id: row.id,
    object: 'conversation',
    source: row.source,
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
    closed_at: toInstantOrNull(row.closed_at),
    archived_at: toInstantOrNull(row.archived_at),
    snoozed_at: toInstantOrNull(row.snoozed_at),
    snoozed_until: toInstantOrNull(row.snoozed_until),
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

/** For visitors: the team's snooze times are not theirs to see. */
export const withoutSnooze = (conversation: ConversationBasic): ConversationBasic => ({
  ...conversation,
  snoozed_at: null,
  snoozed_until: null,
})
