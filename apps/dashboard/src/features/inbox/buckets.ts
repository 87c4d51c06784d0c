import type { Query } from '../../lib/query-string.js'
import type { ConversationRow } from '../../lib/conversations.js'

export const BUCKETS = ['all', 'me', 'mentions', 'unread', 'unassigned', 'priority', 'closed'] as const
export type Bucket = (typeof BUCKETS)[number]

export const bucketTitles: Record<Bucket, string> = {
  all: 'All conversations',
  me: 'Assigned to me',
  mentions: 'Mentions',
  unread: 'Unread',
  unassigned: 'Unassigned',
  priority: 'Prioritized',
  closed: 'Closed',
}

export const isBucket = (name: string | undefined): name is Bucket => BUCKETS.some((bucket) => bucket === name)

/** What the server is asked for. Null is a filter of its own: nobody is assigned. */
export const bucketFilters: Record<Bucket, Query> = {
  all: { status: 'open' },
  me: { status: 'open', assignee_id: 'me' },
  mentions: { status: 'open', mentioning: 'me' },
  unread: { status: 'open', read: false },
  unassigned: { status: 'open', assignee_id: null },
  priority: { status: 'open', priority: 'priority' },
  closed: { status: 'closed' },
}

/** The same questions, asked of a conversation that a push has changed. */
const belongs: Record<Bucket, (row: ConversationRow, userId: number) => boolean> = {
  all: () => true,
  me: (row, userId) => row.assignee_id === userId,
  mentions: (row, userId) => row.mentions.some((mention) => mention.user_id === userId),
  unread: (row) => !row.read,
  unassigned: (row) => row.assignee_id === null,
  priority: (row) => row.priority === 'priority',
  closed: () => true,
}

export function belongsTo(bucket: Bucket, row: ConversationRow, userId: number): boolean {
  const status = bucket === 'closed' ? 'closed' : 'open'
  return row.status === status && belongs[bucket](row, userId)
}
