import { TextInput } from '@mantine/core'
import { IconSend2 } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { Brand } from './brand.js'
import { IconButton } from './icon-button.js'
import styles from './small-chat.module.css'

export interface SmallChatMessage {
  id: string | number
  /** The visitor writes on this page. */
  by: 'visitor' | 'other'
  text: string
  /** Below the text. */
  action?: ReactNode
}

interface Props {
  title: string
  /** Shown before the first message. */
  hint?: string
  messages: SmallChatMessage[]
  /** Says what the user waits for. Nothing can be sent meanwhile. */
  busy?: string | undefined
  maxLength: number
  onSend: (text: string) => void
}

/** A chat that looks like the widget, for trying something out. */
export function SmallChat({ title, hint, messages, busy, maxLength, onSend }: Props) {
  const [message, setMessage] = useState('')
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  useEffect(() => {
    scroller.current?.scrollTo(0, scroller.current.scrollHeight)
  }, [messages.length, busy])

  function send(event: FormEvent) {
    event.preventDefault()
    if (!message.trim() || busy) return
    setMessage('')
    onSend(message.trim())
  }

  return (
    <section className={styles.chat} aria-labelledby={id}>
      <header>
        <Brand size={24} />
        <h2 id={id}>{title}</h2>
      </header>
      <div ref={scroller} className={styles.scroller} tabIndex={0} role="log" aria-label="Messages">
        {hint && messages.length === 0 && <p className={styles.hint}>{hint}</p>}
        {messages.map(({ id, by, text, action }) => (
          <div key={id} className={styles.bubble} data-by={by}>
            <p dir="auto">{text}</p>
            {action}
          </div>
        ))}
        {busy && <p className={styles.hint}>{busy}</p>}
      </div>
      <form className={styles.composer} onSubmit={send}>
        <TextInput
          aria-label="Message"
          placeholder="Start typing..."
          autoComplete="off"
          maxLength={maxLength}
          value={message}
          onChange={({ currentTarget }) => setMessage(currentTarget.value)}
        />
        <IconButton label="Send message" type="submit" disabled={Boolean(busy) || !message.trim()}>
          <IconSend2 size={18} stroke={1.75} />
        </IconButton>
      </form>
    </section>
  )
}
