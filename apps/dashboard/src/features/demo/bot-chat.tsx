import type { Faq } from '@papercups/contract'
import { Button, TextInput } from '@mantine/core'
import { IconSend2 } from '@tabler/icons-react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Brand } from '../../ui/brand.js'
import { IconButton } from '../../ui/icon-button.js'
import styles from './bot-demo.module.css'
import { useBot } from './use-bot.js'

/** A chat that looks like the widget, with a bot instead of a team. */
export function BotChat({ faqs }: { faqs: Faq[] }) {
  const { messages, thinking, ask, retry } = useBot(faqs)
  const [message, setMessage] = useState('')
  const scroller = useRef<HTMLDivElement>(null)
  useEffect(() => {
    scroller.current?.scrollTo(0, scroller.current.scrollHeight)
  }, [messages.length, thinking])

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
        {messages.map((each) => (
          <div key={each.id} className={styles.bubble} data-by={each.by}>
            <p dir="auto">{each.text}</p>
            {each.unanswered && (
              <Button size="compact-xs" variant="default" disabled={thinking} onClick={() => retry(each)}>
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
