import { Button } from '@mantine/core'
import type { ConversationRow } from '../../../entities/conversation/conversations.js'
import { Notice } from '../../../ui/notice.js'
import { useRestoreConversation } from '../header/use-delete-conversation.js'

const RESTORABLE_MS = 30 * 24 * 3_600_000

/** In the place of the messages of a conversation that somebody has deleted. */
export function Deleted({ conversation }: { conversation: ConversationRow }) {
  const restore = useRestoreConversation(conversation.id)
  const lost = whyLost(conversation)
  const bringBack = (
    <Button loading={restore.isPending} onClick={() => restore.mutate()}>
      Bring it back
    </Button>
  )
  return (
    <Notice role="status" title="This conversation was deleted" {...(!lost && { actions: bringBack })}>
      {lost ? `${lost} It cannot be brought back.` : 'It can be brought back for 30 days.'}
    </Notice>
  )
}

function whyLost({ customer, archived_at }: ConversationRow) {
  if (!customer) return 'Its customer was deleted with all of their data.'
  return Date.parse(archived_at ?? '') < Date.now() - RESTORABLE_MS ? 'That is more than 30 days ago.' : null
}
