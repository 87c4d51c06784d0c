import type { BucketCounts } from '@papercups/contract'
import type { Query } from '../../lib/query-string.js'
import type { ConversationRow } from '../../entities/conversation/conversations.js'

export const BUCKETS = [
  'all',
  'me',
  'mentions',
  'unread',
  'unassigned',
  'priority',
  'snoozed',
  'closed',
  'deleted',
] as const
export type Bucket = (typeof BUCKETS)[number]

export const bucketTitles: Record<Bucket, string> = {
  all: 'All conversations',
  me: 'Assigned to me',
  mentions: 'Mentions',
  unread: 'Unread',
  unassigned: 'Unassigned',
  priority: 'Prioritized',
  snoozed: 'Snoozed',
  closed: 'Closed',
  deleted: 'Deleted',
}

export const isBucket = (name: string | undefined): name is Bucket => BUCKETS.some((bucket) => bucket === name)

/** Open and not snoozed. */
const WAITING = { status: 'open', snoozed: false }

/** The filters of each list in the API. A null assignee means unassigned. */
export const bucketFilters: Record<Bucket, Query> = {
  all: WAITING,
  me: { ...WAITING, assignee_id: 'me' },
  mentions: { ...WAITING, mentioning: 'me' },
  unread: { ...WAITING, read: false },
  unassigned: { ...WAITING, assignee_id: null },
  priority: { ...WAITING, priority: 'priority' },
  snoozed: { status: 'open', snoozed: true },
  closed: { status: 'closed' },
  deleted: { archived: true },
}

/** Deleted conversations have no counter. */
export const bucketCounters: Record<Exclude<Bucket, 'deleted'>, keyof BucketCounts> = {
  all: 'open',
  me: 'assigned',
  mentions: 'mentioned',
  unread: 'unread',
  unassigned: 'unassigned',
  priority: 'priority',
  snoozed: 'snoozed',
  closed: 'closed',
}

/** The same filters, applied to a conversation that a push has changed. */
const belongs: Record<Bucket, (row: ConversationRow, userId: number) => boolean> = {
  all: isWaiting,
  me: (row, userId) => isWaiting(row) && row.assignee_id === userId,
  mentions: (row, userId) => isWaiting(row) && row.mentions.some((mention) => mention.user_id === userId),
  unread: (row) => isWaiting(row) && !row.read,
  unassigned: (row) => isWaiting(row) && row.assignee_id === null,
  priority: (row) => isWaiting(row) && row.priority === 'priority',
  snoozed: (row) => row.status === 'open' && row.snoozed_at !== null,
  closed: (row) => row.status === 'closed',
  deleted: () => true,
}

export const belongsTo = (bucket: Bucket, row: ConversationRow, userId: number) =>
  (row.archived_at !== null) === (bucket === 'deleted') && belongs[bucket](row, userId)

export const belongsToInbox = (inboxId: string, row: ConversationRow) =>
  row.archived_at === null && isWaiting(row) && row.inbox_id === inboxId

/** Open and not snoozed. */
function isWaiting(row: ConversationRow) {
  return row.status === 'open' && row.snoozed_at === null
}
