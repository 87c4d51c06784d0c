import { Suspense, type ReactNode } from 'react'
import { lazyPart } from '../../ui/lazy-part.js'
import styles from './message-words.module.css'

/** Few conversations hold a mail that has no plain text. */
const HtmlFrame = lazyPart(async () => (await import('./html-frame.js')).HtmlFrame)

interface Props {
  email: { subject: string | null; html: string | null }
  /** Its plain text. */
  children: ReactNode
}

/** What a message says: a mail has a subject, and may have HTML instead of a text. */
export function MessageWords({ email: { subject, html }, children }: Props) {
  return (
    <>
      {subject && (
        <p className={styles.subject} dir="auto">
          {subject}
        </p>
      )}
      {html ? (
        <Suspense fallback={<div className={styles.frameSpace} />}>
          <HtmlFrame html={html} title={subject ?? 'Email'} />
        </Suspense>
      ) : (
        children
      )}
    </>
  )
}
