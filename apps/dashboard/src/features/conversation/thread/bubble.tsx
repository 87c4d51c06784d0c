import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { emailOf } from '../../../entities/message/email-of.js'
import { mentionedNames } from '../../../entities/message/mentioned-names.js'
import type { Outgoing } from '../../../entities/message/outbox.js'
import { FileList } from '../../../entities/message/file-list.js'
import { Markdown } from '../../../ui/markdown.js'
import { MessageContent } from '../../../entities/message/message-content.js'
import { replies } from './replies.js'
import styles from './thread.module.css'
import type { Item } from './thread.js'

const FOLD_ABOVE = 4_000

export function Bubble({ item }: { item: Item }) {
  const { message, outgoing } = item
  const words = message ?? outgoing
  const mentions = useMemo(() => mentionedNames(message?.metadata ?? outgoing), [message, outgoing])
  const classes = [styles.bubble, words.private && styles.note, outgoing && !outgoing.failure && styles.sending]

  return (
    <>
      <div className={classes.filter(Boolean).join(' ')}>
        <MessageContent email={emailOf(message)}>
          <Body text={words.body ?? ''} mentions={mentions} />
        </MessageContent>
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
  if (!outgoing.failure) return <span className={styles.state}>Sending…</span>
  return (
    <div className={styles.failed} role="alert">
      {outgoing.failure}
      <Button size="compact-xs" variant="default" onClick={() => replies.retry(outgoing)}>
        Retry
      </Button>
      <Button size="compact-xs" variant="subtle" color="gray" onClick={() => replies.discard(outgoing)}>
        Discard
      </Button>
    </div>
  )
}
