import type { File } from '@papercups/contract'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { PlainText } from '../../ui/plain-text.js'
import styles from './conversation.module.css'
import { outbox, type Outgoing } from './outbox.js'
import type { Item } from './thread.js'
import { useSend } from './use-outbox.js'

const FOLD_ABOVE = 4_000

export function Bubble({ item }: { item: Item }) {
  const { message, outgoing } = item
  const body = message?.body ?? outgoing?.body ?? ''
  const note = message?.private ?? outgoing?.private
  const classes = [styles.bubble, note && styles.note, outgoing && !outgoing.failure && styles.sending]

  return (
    <>
      <div className={classes.filter(Boolean).join(' ')}>
        <Body text={body} />
        {message && message.attachments.length > 0 && <Files files={message.attachments} />}
      </div>
      {outgoing && <Delivery outgoing={outgoing} />}
    </>
  )
}

function Body({ text }: { text: string }) {
  const [open, setOpen] = useState(false)
  if (text.length <= FOLD_ABOVE) return <PlainText text={text} />
  return (
    <>
      <div className={open ? undefined : styles.folded}>
        <PlainText text={open ? text : text.slice(0, FOLD_ABOVE)} />
      </div>
      <button type="button" className={styles.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'Show less' : 'Show more'}
      </button>
    </>
  )
}

function Files({ files }: { files: readonly File[] }) {
  return (
    <ul className={styles.files} aria-label="Attachments">
      {files.map((file) => (
        <li key={file.id}>
          <a href={file.file_url} target="_blank" rel="noopener noreferrer">
            {file.filename}
          </a>
        </li>
      ))}
    </ul>
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
