import type { Message } from '@papercups/contract'
import { Suspense, useState } from 'react'
import { formatMoment } from '../../../lib/format.js'
import { useMe } from '../../../entities/user/me.js'
import { lazyPart } from '../../../ui/lazy-part.js'
import { editorName, type Team } from './author.js'
import styles from './thread.module.css'

const VersionsDialog = lazyPart(async () => (await import('./versions-dialog.js')).VersionsDialog)

/** Who changed the message, and when. Admins can read the earlier versions. */
export function EditedMark({ message, team }: { message: Message; team: Team }) {
  const isAdmin = useMe().role === 'admin'
  const [open, setOpen] = useState(false)
  const text = `Edited by ${editorName(message.edited_by, team)} · ${formatMoment(message.edited_at ?? '')}`
  if (!isAdmin) return <span className={styles.state}>{text}</span>
  return (
    <>
      <button type="button" className={styles.edited} onClick={() => setOpen(true)} aria-haspopup="dialog">
        {text}
      </button>
      {open && (
        <Suspense>
          <VersionsDialog message={message} team={team} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
