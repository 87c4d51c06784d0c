import type { EmailSummary } from '@papercups/contract'
import { Button, Loader } from '@mantine/core'
import { Suspense, useMemo, useState } from 'react'
import { attachedPictures, otherFiles } from '../../../entities/message/attached-pictures.js'
import { emailOf } from '../../../entities/message/email-of.js'
import { mentionedNames } from '../../../entities/message/mentioned-names.js'
import type { Outgoing } from '../../../entities/message/outbox.js'
import { FileList } from '../../../entities/message/file-list.js'
import { FailedLine } from '../../../ui/failed-state.js'
import { lazyPart } from '../../../ui/lazy-part.js'
import { Markdown } from '../../../ui/markdown.js'
import { MessageContent } from '../../../entities/message/message-content.js'
import { replies } from './replies.js'
import styles from './thread.module.css'
import type { Item } from './thread.js'

const WholeEmail = lazyPart(async () => (await import('./whole-email.js')).WholeEmail)

const FOLD_ABOVE = 4_000

interface Props {
  item: Item
  /** Null if the message has the subject of the one before. */
  subject: string | null
  email: EmailSummary | undefined
}

export function Bubble({ item, subject, email }: Props) {
  const { message, outgoing } = item
  const words = message ?? outgoing
  const mentions = useMemo(() => mentionedNames(message?.metadata ?? outgoing), [message, outgoing])
  const [whole, setWhole] = useState(false)
  const shown = useMemo(() => {
    const html = email?.html ?? emailOf(message).html
    const attached = attachedPictures(email?.pictures ?? [], message?.attachments ?? [])
    return { content: { subject, html, attached }, files: otherFiles(html, email?.pictures ?? [], words.attachments) }
  }, [email, message, subject, words.attachments])
  const classes = [styles.bubble, words.private && styles.note, outgoing && !outgoing.failure && styles.sending]

  return (
    <>
      <div className={classes.filter(Boolean).join(' ')}>
        {whole && message ? (
          <Suspense fallback={<Loader size="xs" />}>
            <MessageContent email={{ subject, html: null }}>
              <WholeEmail message={message} />
            </MessageContent>
          </Suspense>
        ) : (
          <MessageContent email={shown.content}>
            <Body text={words.body ?? ''} mentions={mentions} />
          </MessageContent>
        )}
        {email?.has_more && (
          <button type="button" className={styles.fold} aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {whole ? 'Show only the new text' : 'Show the whole email'}
          </button>
        )}
        <FileList files={shown.files as typeof words.attachments} />
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
  if (!outgoing.failure) return <span className={styles.state}>Sending…</span>
  return (
    <FailedLine>
      {outgoing.failure}
      <Button size="compact-xs" variant="default" onClick={() => replies.retry(outgoing)}>
        Retry
      </Button>
      <Button size="compact-xs" variant="subtle" color="gray" onClick={() => replies.discard(outgoing)}>
        Discard
      </Button>
    </FailedLine>
  )
}
