import { Button } from '@mantine/core'
import type { ConversationRow } from '../../../entities/conversation/conversations.js'
import { Notice } from '../../../ui/notice.js'
import { useRestoreConversation } from '../header/use-delete-conversation.js'

const RESTORABLE_MS = 30 * 24 * 3_600_000

/** Shown instead of the messages of a deleted conversation. */
export function Deleted({ conversation }: { conversation: ConversationRow }) {
  const restore = useRestoreConversation(conversation.id)
  const lost = whyLost(conversation)
  const restoreButton = (
    <Button loading={restore.isPending} onClick={() => restore.mutate()}>
      Restore
    </Button>
  )
  return (
    <Notice role="status" title="This conversation was deleted" {...(!lost && { actions: restoreButton })}>
      {lost ? `${lost} It cannot be restored.` : 'You can restore it for 30 days.'}
    </Notice>
  )
}

function whyLost({ customer, archived_at }: ConversationRow) {
  if (!customer) return 'Its customer was deleted with all of their data.'
  return Date.parse(archived_at ?? '') < Date.now() - RESTORABLE_MS ? 'It was deleted more than 30 days ago.' : null
}
