import { expect, test } from 'vitest'
import type { ConversationRow } from '../../entities/conversation/conversations.js'
import { aRow } from './a-row.js'
import { belongsTo, belongsToInbox, BUCKETS } from './buckets.js'

const bucketsOf = (changes: Partial<ConversationRow>) =>
  BUCKETS.filter((bucket) => belongsTo(bucket, aRow('a', changes), 1))

test('the state of a conversation decides its lists', () => {
  expect(bucketsOf({})).toEqual(['all'])
  expect(bucketsOf({ assignee_id: 1, read: false })).toEqual(['all', 'me', 'unread'])
  expect(bucketsOf({ assignee_id: null, priority: 'priority' })).toEqual(['all', 'unassigned', 'priority'])
  expect(bucketsOf({ status: 'closed', assignee_id: 1, read: false, priority: 'priority' })).toEqual(['closed'])
})

test('a snoozed or deleted conversation is only in that list', () => {
  const snoozed = { snoozed_at: '2024-03-09T14:00:00Z', assignee_id: 1, read: false }
  expect(bucketsOf(snoozed)).toEqual(['snoozed'])
  expect(belongsToInbox('support', aRow('a', snoozed))).toBe(false)
  expect(bucketsOf({ archived_at: '2024-03-09T14:00:00Z' })).toEqual(['deleted'])
})

test('an inbox lists its open conversations', () => {
  expect(belongsToInbox('support', aRow('a'))).toBe(true)
  expect(belongsToInbox('sales', aRow('a'))).toBe(false)
  expect(belongsToInbox('support', aRow('a', { status: 'closed' }))).toBe(false)
  expect(belongsToInbox('support', aRow('a', { archived_at: '2024-03-09T14:00:00Z' }))).toBe(false)
})
