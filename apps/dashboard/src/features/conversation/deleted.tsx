import { Button } from '@mantine/core'
import type { ConversationRow } from '../../lib/conversations.js'
import { Notice } from '../../ui/notice.js'
import { useRestoreConversation } from './use-delete-conversation.js'

/** In the place of the messages of a conversation that somebody has deleted. */
export function Deleted({ conversation }: { conversation: ConversationRow }) {
  const restore = useRestoreConversation(conversation.id)
  if (!conversation.customer) {
    return (
      <Notice role="status" title="This conversation was deleted">
        Its customer was deleted with all of their data. It cannot be brought back.
      </Notice>
    )
  }
  const actions = (
    <Button loading={restore.isPending} onClick={() => restore.mutate()}>
      Bring it back
    </Button>
  )
  return (
    <Notice role="status" title="This conversation was deleted" actions={actions}>
      It can be brought back for 30 days.
    </Notice>
  )
}
