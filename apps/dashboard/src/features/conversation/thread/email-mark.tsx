import type { Message } from '@papercups/contract'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../ui/lazy-part.js'
import styles from './thread.module.css'

const EmailDialog = lazyPart(async () => (await import('./email-dialog.js')).EmailDialog)

/** Opens the mail behind a message. */
export function EmailMark({ message }: { message: Message }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={styles.edited} onClick={() => setOpen(true)} aria-haspopup="dialog">
        Email details
      </button>
      {open && (
        <Suspense>
          <EmailDialog message={message} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
