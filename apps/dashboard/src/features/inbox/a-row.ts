import type { ConversationRow } from '../../entities/conversation/conversations.js'

/** For tests: an open conversation, assigned to another user. */
export const aRow = (id: string, changes: Partial<ConversationRow> = {}): ConversationRow => ({
  id,
  object: 'conversation',
  source: 'chat',
  created_at: '2024-03-09T14:05:00',
  updated_at: '2024-03-09T14:05:00',
  closed_at: null,
  archived_at: null,
  snoozed_at: null,
  snoozed_until: null,
  last_activity_at: null,
  status: 'open',
  read: true,
  priority: 'not_priority',
  subject: null,
  account_id: 'acme',
  customer_id: 'carla',
  assignee_id: 7,
  inbox_id: 'support',
  metadata: null,
  customer: null,
  tags: [],
  mentions: [],
  last_message: null,
  ...changes,
})
