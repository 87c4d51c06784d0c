import type { ConversationPage } from '@papercups/contract'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../lib/api.js'
import { conversationKeys, toRow, type ConversationRow, type RowPage } from '../../lib/conversations.js'
import { useMe } from '../../lib/me.js'
import { belongsTo, bucketFilters, type Bucket } from './buckets.js'

export const listQuery = (bucket: Bucket) =>
  infiniteQueryOptions({
    queryKey: conversationKeys.list(bucket),
    queryFn: async ({ pageParam, signal }): Promise<RowPage> => {
      const query = { ...bucketFilters[bucket], after: pageParam ?? undefined, message_limit: 1 }
      const page = await api.getPage<ConversationPage>('/conversations', { query, signal })
      return { ...page, data: page.data.map(toRow) }
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    staleTime: 60_000,
  })

/** The rows of a bucket as they are shown: what no longer belongs is gone, except the one that is being read. */
export function useConversationRows(bucket: Bucket, openId: string | undefined) {
  const { id: userId } = useMe()
  const list = useInfiniteQuery(listQuery(bucket))
  const rows = useMemo(
    () => arrange(list.data?.pages ?? [], (row) => row.id === openId || belongsTo(bucket, row, userId)),
    [list.data, bucket, openId, userId],
  )
  return { ...list, rows }
}

export function arrange(pages: readonly RowPage[], shown: (row: ConversationRow) => boolean): ConversationRow[] {
  // Pages drift apart while they are read one by one, so a conversation may stand in two of them.
  const unique = new Map(pages.flatMap((page) => page.data).map((row) => [row.id, row]))
  return [...unique.values()].filter(shown).sort(newestFirst)
}

/** As the server orders: no activity yet comes first. */
function newestFirst(a: ConversationRow, b: ConversationRow) {
  return compare(b.last_activity_at ?? '9', a.last_activity_at ?? '9') || compare(b.id, a.id)
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
