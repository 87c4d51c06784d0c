import { IconTrash } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../ui/lazy-part.js'
import { IconButton } from '../../../ui/icon-button.js'
import { useDeleteConversation } from './use-delete-conversation.js'

const Confirm = lazyPart(async () => (await import('../../../ui/dialogs/confirm.js')).Confirm)

export function DeleteButton({ conversationId, onGone }: { conversationId: string; onGone: () => void }) {
  const [asking, setAsking] = useState(false)
  const { mutate, isPending } = useDeleteConversation(conversationId, onGone)

  return (
    <>
      <IconButton label="Delete conversation" onClick={() => setAsking(true)}>
        <IconTrash size={18} stroke={1.75} />
      </IconButton>
      {asking && (
        <Suspense>
          <Confirm
            opened
            title="Are you sure you want to delete this conversation?"
            confirm="Yes"
            cancel="No"
            danger
            pending={isPending}
            onConfirm={() => mutate(undefined, { onSettled: () => setAsking(false) })}
            onClose={() => setAsking(false)}
          >
            <p>It moves to Deleted. You can restore it from there for 30 days.</p>
          </Confirm>
        </Suspense>
      )}
    </>
  )
}
