import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../lib/api.js'
import {
  conversationKeys,
  toRow,
  type ConversationRow,
  type RowPage,
} from '../../entities/conversation/conversations.js'
import { useMe } from '../../entities/user/me.js'
import { searched, type View } from './views.js'

export const listQuery = ({ name, filters }: View, q = '') =>
  infiniteQueryOptions({
    queryKey: q ? conversationKeys.search(name, q) : conversationKeys.list(name),
    queryFn: async ({ pageParam, signal }): Promise<RowPage> => {
      const query = { ...filters, q: q || undefined, after: pageParam ?? undefined, message_limit: 1 }
      const page = await api.getPage('/conversations', { query, signal })
      return { ...page, data: page.data.map(toRow) }
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    staleTime: 60_000,
  })

/** The visible rows of a view. A row that no longer belongs to it is hidden at once. */
export function useConversationRows(shown: View, q: string, openId: string | undefined) {
  const { id: userId } = useMe()
  const view = useMemo(() => (q ? searched(shown) : shown), [shown, q])
  const list = useInfiniteQuery({
    ...listQuery(view, q),
    // A search keeps the last results until the next ones arrive; another list starts empty.
    ...(q && { placeholderData: keepPreviousData }),
  })
  const rows = useMemo(() => {
    // The open conversation stays in the list Unread after it was read.
    const asFound = (row: ConversationRow) => (row.id === openId ? { ...row, read: false } : row)
    return arrange(list.data?.pages ?? [], (row) => view.holds(asFound(row), userId))
  }, [list.data, view, openId, userId])
  return { ...list, rows }
}

export type ConversationRows = ReturnType<typeof useConversationRows>

export function arrange(pages: readonly RowPage[], shown: (row: ConversationRow) => boolean): ConversationRow[] {
  // Pages are fetched one by one, so a conversation may be in two of them.
  const unique = new Map(pages.flatMap((page) => page.data).map((row) => [row.id, row]))
  // Times have a precision of one second. Within it the received order stays, with the latest activity first.
  return [...unique.values()].filter(shown).sort((a, b) => compare(activityOf(b), activityOf(a)))
}

const activityOf = (row: ConversationRow) => row.last_activity_at ?? `${row.updated_at}Z`

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
