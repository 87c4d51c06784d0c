import { useDocumentVisibility } from '@mantine/hooks'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { findRow, patchRow, type ConversationRow } from '../../lib/conversations.js'
import { useMe } from '../../lib/me.js'
import { useTopic } from '../../lib/use-topic.js'

/** An open conversation on a page that somebody can see counts as read, also when more is written to it. */
export function useMarkRead({ id, account_id, read, mentions, last_message }: ConversationRow) {
  const cache = useQueryClient()
  const { id: userId } = useMe()
  const unseen = !read || mentions.some((mention) => mention.user_id === userId && mention.seen_at === null)
  const visible = useDocumentVisibility() === 'visible'
  const push = useTopic(`notification:${account_id}`)

  useEffect(() => {
    if (!unseen || !visible) return
    push('read', { conversation_id: id }).then(
      () => showRead(cache, id, userId),
      // Not connected: the list is read again on the next join, and this runs again with it.
      () => undefined,
    )
    // A further message means a further `read`, although the flag may not have changed in between.
  }, [cache, id, userId, push, unseen, visible, last_message?.seq])
}

function showRead(cache: QueryClient, id: string, userId: number) {
  const seen_at = new Date().toISOString()
  const mentions = findRow(cache, id)?.mentions ?? []
  const seen = mentions.map((mention) =>
    mention.user_id === userId ? { ...mention, seen_at: mention.seen_at ?? seen_at } : mention,
  )
  patchRow(cache, id, { read: true, mentions: seen })
}
