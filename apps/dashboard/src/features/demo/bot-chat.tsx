import type { Faq } from '@papercups/contract'
import { Button, TextInput } from '@mantine/core'
import { IconSend2 } from '@tabler/icons-react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Brand } from '../../ui/brand.js'
import { IconButton } from '../../ui/icon-button.js'
import styles from './bot-demo.module.css'
import { useBot } from './use-bot.js'

/** A chat of the widget's shape, in which the bot answers instead of a team. */
export function BotChat({ faqs }: { faqs: Faq[] }) {
  const { lines, thinking, ask, retry } = useBot(faqs)
  const [message, setMessage] = useState('')
  const scroller = useRef<HTMLDivElement>(null)
  useEffect(() => {
    scroller.current?.scrollTo(0, scroller.current.scrollHeight)
  }, [lines.length, thinking])

  function send(event: FormEvent) {
    event.preventDefault()
    if (!message.trim() || thinking) return
    setMessage('')
    ask(message.trim())
  }

  return (
    <section className={styles.chat} aria-labelledby="bot">
      <header>
        <Brand size={24} />
        <h2 id="bot">Chat with the bot</h2>
      </header>
      <div ref={scroller} className={styles.scroller} tabIndex={0} role="log" aria-label="Messages">
        {lines.map((line) => (
          <div key={line.id} className={styles.bubble} data-by={line.by}>
            <p dir="auto">{line.text}</p>
            {line.unanswered && (
              <Button size="compact-xs" variant="default" disabled={thinking} onClick={() => retry(line)}>
                Try again
              </Button>
            )}
          </div>
        ))}
        {thinking && <p className={styles.thinking}>The bot is thinking…</p>}
      </div>
      <form className={styles.composer} onSubmit={send}>
        <TextInput
          aria-label="Message"
          placeholder="Start typing..."
          autoComplete="off"
          maxLength={500}
          value={message}
          onChange={({ currentTarget }) => setMessage(currentTarget.value)}
        />
        <IconButton label="Send message" type="submit" disabled={thinking || !message.trim()}>
          <IconSend2 size={18} stroke={1.75} />
        </IconButton>
      </form>
    </section>
  )
}
