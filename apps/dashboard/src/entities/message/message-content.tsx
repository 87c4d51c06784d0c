import { Suspense, type ReactNode } from 'react'
import { lazyPart } from '../../ui/lazy-part.js'
import type { Pictures } from './clean-html.js'
import styles from './message-words.module.css'

/** Loaded on demand: few conversations contain an email without plain text. */
const HtmlFrame = lazyPart(async () => (await import('./html-frame.js')).HtmlFrame)

interface Props {
  email: { subject: string | null; html: string | null; attached?: Pictures }
  /** The plain text. */
  children: ReactNode
}

/** The content of a message. An email has a subject, and may have HTML instead of text. */
export function MessageContent({ email: { subject, html, attached }, children }: Props) {
  return (
    <>
      {subject && (
        <p className={styles.subject} dir="auto">
          {subject}
        </p>
      )}
      {html ? (
        <Suspense fallback={<div className={styles.frameSpace} />}>
          <HtmlFrame html={html} title={subject ?? 'Email'} {...(attached && { attached })} />
        </Suspense>
      ) : (
        children
      )}
    </>
  )
}
