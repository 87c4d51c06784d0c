import type { Inbox } from '@papercups/contract'
import type { ConversationRow } from '../../entities/conversation/conversations.js'
import type { Query } from '../../lib/query-string.js'
import { belongsTo, belongsToInbox, bucketFilters, BUCKETS, bucketTitles, type Bucket } from './buckets.js'

/** A list of conversations: a bucket or an inbox. */
export interface View {
  /** Its name in the cache. */
  name: string
  title: string
  path: string
  filters: Query
  inbox_id?: string
  holds: (row: ConversationRow, userId: number) => boolean
}

export const bucketView = (bucket: Bucket): View => views[bucket]

const views = Object.fromEntries(
  BUCKETS.map((bucket): [Bucket, View] => [
    bucket,
    {
      name: bucket,
      title: bucketTitles[bucket],
      path: `/conversations/${bucket}`,
      filters: bucketFilters[bucket],
      holds: (row, userId) => belongsTo(bucket, row, userId),
    },
  ]),
) as Record<Bucket, View>

/**
 * From "All conversations" a search covers everything but deleted conversations. From any other list it covers that
 * list.
 */
export const searched = (view: View): View =>
  view.name === 'all' ? { ...view, filters: {}, holds: (row) => row.archived_at === null } : view

export const inboxView = ({ id, name }: Pick<Inbox, 'id' | 'name'>): View => ({
  name: `inbox ${id}`,
  title: name,
  path: `/inboxes/${id}/conversations`,
  filters: { ...bucketFilters.all, inbox_id: id },
  inbox_id: id,
  holds: (row) => belongsToInbox(id, row),
})
