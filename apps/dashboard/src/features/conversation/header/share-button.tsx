import { IconShare2 } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import type { ConversationRow } from '../../../entities/conversation/conversations.js'
import { IconButton } from '../../../ui/icon-button.js'
import { lazyPart } from '../../../ui/lazy-part.js'

const ShareDialog = lazyPart(async () => (await import('./share-dialog.js')).ShareDialog)

/** Asks before it creates a link that lets anyone read the conversation. */
export function ShareButton({ conversation }: { conversation: ConversationRow }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton label="Share conversation" onClick={() => setOpen(true)}>
        <IconShare2 size={18} stroke={1.75} />
      </IconButton>
      {open && (
        <Suspense>
          <ShareDialog conversation={conversation} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
