import { Button } from '@mantine/core'
import { Suspense, useMemo, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.js'
import { FileList } from '../../ui/file-list.js'
import { Markdown } from '../../ui/markdown.js'
import { emailOf } from './email.js'
import { mentionedNames } from './mentioned-names.js'
import { outbox, type Outgoing } from './outbox.js'
import styles from './thread.module.css'
import type { Item } from './thread.js'
import { useSend } from './use-outbox.js'

const FOLD_ABOVE = 4_000

/** Few conversations hold a mail that has no plain text. */
const HtmlFrame = lazyPart(async () => (await import('../../ui/html-frame.js')).HtmlFrame)

export function Bubble({ item }: { item: Item }) {
  const { message, outgoing } = item
  const words = message ?? outgoing
  const email = emailOf(message?.metadata ?? null)
  const mentions = useMemo(() => mentionedNames(message?.metadata ?? outgoing), [message, outgoing])
  const classes = [styles.bubble, words.private && styles.note, outgoing && !outgoing.failure && styles.sending]

  return (
    <>
      <div className={classes.filter(Boolean).join(' ')}>
        {email.subject && (
          <p className={styles.subject} dir="auto">
            {email.subject}
          </p>
        )}
        {email.html ? (
          <Suspense fallback={<div className={styles.frameSpace} />}>
            <HtmlFrame html={email.html} title={email.subject ?? 'Email'} />
          </Suspense>
        ) : (
          <Body text={words.body ?? ''} mentions={mentions} />
        )}
        <FileList files={words.attachments} />
      </div>
      {outgoing && <Delivery outgoing={outgoing} />}
    </>
  )
}

function Body({ text, mentions }: { text: string; mentions: readonly string[] }) {
  const [open, setOpen] = useState(false)
  if (!text) return null
  if (text.length <= FOLD_ABOVE) return <Markdown text={text} mentions={mentions} />
  return (
    <>
      <div className={open ? undefined : styles.folded}>
        <Markdown text={open ? text : text.slice(0, FOLD_ABOVE)} mentions={mentions} />
      </div>
      <button type="button" className={styles.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'Show less' : 'Show more'}
      </button>
    </>
  )
}

function Delivery({ outgoing }: { outgoing: Outgoing }) {
  const send = useSend()
  const id = outgoing.client_message_id
  if (!outgoing.failure) return <span className={styles.state}>Sending…</span>
  return (
    <div className={styles.failed} role="alert">
      {outgoing.failure}
      <Button size="compact-xs" variant="default" onClick={() => void outbox.retry(id, send)}>
        Retry
      </Button>
      <Button size="compact-xs" variant="subtle" color="gray" onClick={() => outbox.discard(id)}>
        Discard
      </Button>
    </div>
  )
}
