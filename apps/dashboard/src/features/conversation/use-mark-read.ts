import { useDocumentVisibility } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { patchRow, type ConversationRow } from '../../lib/conversations.js'
import { useTopic } from '../../lib/use-topic.js'

/** An open conversation on a page that somebody can see counts as read, also when more is written to it. */
export function useMarkRead({ id, account_id, read, last_message }: ConversationRow) {
  const cache = useQueryClient()
  const visible = useDocumentVisibility() === 'visible'
  const push = useTopic(`notification:${account_id}`)

  useEffect(() => {
    if (read || !visible) return
    push('read', { conversation_id: id }).then(
      () => patchRow(cache, id, { read: true }),
      // Not connected: the list is read again on the next join, and this runs again with it.
      () => undefined,
    )
    // A further message means a further `read`, although the flag may not have changed in between.
  }, [cache, id, push, read, visible, last_message?.seq])
}
