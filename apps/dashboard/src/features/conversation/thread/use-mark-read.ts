import { useDocumentVisibility } from '@mantine/hooks'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { findRow, patchRow, type ConversationRow } from '../../../entities/conversation/conversations.js'
import { useMe } from '../../../entities/user/me.js'
import { useConnection } from '../../../lib/socket.js'
import { useTopic } from '../../../lib/use-topic.js'

/**
 * Reports a conversation as read when its newest message is rendered on a visible page, also for later messages. `drawnTo` is the number of the last rendered message.
 */
export function useMarkRead({ id, account_id, read, mentions, last_message }: ConversationRow, drawnTo: number) {
  const cache = useQueryClient()
  const { id: userId } = useMe()
  const unseen = !read || mentions.some((mention) => mention.user_id === userId && mention.seen_at === null)
  const visible = useDocumentVisibility() === 'visible'
  const online = useConnection() === 'online'
  const push = useTopic(`notification:${account_id}`)
  const newest = last_message?.seq ?? 0
  const drawn = drawnTo >= newest

  useEffect(() => {
    if (!unseen || !visible || !online || !drawn) return
    push('read', { conversation_id: id }).then(
      () => showRead(cache, id, userId),
      // The connection was lost. This runs again after a reconnect if the conversation is still open.
      () => undefined,
    )
    // A further message needs a further `read`, even if the flag has not changed.
  }, [cache, id, userId, push, unseen, visible, online, drawn, newest])
}

function showRead(cache: QueryClient, id: string, userId: number) {
  const seen_at = new Date().toISOString()
  const mentions = findRow(cache, id)?.mentions ?? []
  const seen = mentions.map((mention) =>
    mention.user_id === userId ? { ...mention, seen_at: mention.seen_at ?? seen_at } : mention,
  )
  patchRow(cache, id, { read: true, mentions: seen })
}
