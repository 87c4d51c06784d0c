import type { Message } from '@papercups/contract'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../ui/lazy-part.js'
import styles from './thread.module.css'

const EmailDialog = lazyPart(async () => (await import('./email-dialog.js')).EmailDialog)

/** Opens the mail behind a message. It warns if the sender's domain does not vouch for the mail. */
export function EmailMark({ message }: { message: Message }) {
  const [open, setOpen] = useState(false)
  const is_verified = message.metadata?.['ses_verdict'] !== 'fail'
  return (
    <>
      <button type="button" className={styles.edited} onClick={() => setOpen(true)} aria-haspopup="dialog">
        {is_verified ? 'Email details' : 'Sender not verified · Email details'}
      </button>
      {open && (
        <Suspense>
          <EmailDialog message_id={message.id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
