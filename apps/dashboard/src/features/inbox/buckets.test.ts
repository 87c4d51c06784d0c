import { expect, test } from 'vitest'
import type { ConversationRow } from '../../lib/conversations.js'
import { belongsTo, BUCKETS } from './buckets.js'
import { arrange } from './conversation-rows.js'

const row = (id: string, changes: Partial<ConversationRow> = {}) =>
  ({
    id,
    status: 'open',
    read: true,
    priority: 'not_priority',
    assignee_id: 7,
    mentions: [],
    ...changes,
  }) as ConversationRow
const page = (data: ConversationRow[]) => ({ data, next: null, previous: null, limit: 50, total: data.length })
const bucketsOf = (changes: Partial<ConversationRow>) =>
  BUCKETS.filter((bucket) => belongsTo(bucket, row('a', changes), 1))

test('a conversation belongs where its state says', () => {
  expect(bucketsOf({})).toEqual(['all'])
  expect(bucketsOf({ assignee_id: 1, read: false })).toEqual(['all', 'me', 'unread'])
  expect(bucketsOf({ assignee_id: null, priority: 'priority' })).toEqual(['all', 'unassigned', 'priority'])
  expect(bucketsOf({ status: 'closed', assignee_id: 1, read: false, priority: 'priority' })).toEqual(['closed'])
})

test('the newest activity is on top, nothing twice, what does not belong left out', () => {
  const pages = [
    page([row('new', { last_activity_at: null }), row('b', { last_activity_at: '2024-03-09T14:00:00Z' })]),
    page([
      row('b', { last_activity_at: '2024-03-09T14:00:00Z' }),
      row('c', { last_activity_at: '2024-03-09T15:00:00Z' }),
    ]),
    page([row('gone', { status: 'closed', last_activity_at: '2024-03-09T16:00:00Z' })]),
  ]
  expect(arrange(pages, (each) => each.status === 'open').map((each) => each.id)).toEqual(['new', 'c', 'b'])
})
