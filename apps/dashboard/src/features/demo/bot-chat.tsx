import type { Faq } from '@papercups/contract'
import { Button } from '@mantine/core'
import { SmallChat } from '../../ui/small-chat.js'
import styles from './bot-demo.module.css'
import { useBot } from './use-bot.js'

/** A chat that looks like the widget, with a bot instead of a team. */
export function BotChat({ faqs }: { faqs: Faq[] }) {
  const { messages, thinking, ask, retry } = useBot(faqs)
  const shown = messages.map((each) => ({
    id: each.id,
    by: each.by === 'visitor' ? ('visitor' as const) : ('other' as const),
    text: each.text,
    action: each.unanswered && (
      <Button size="compact-xs" variant="default" disabled={thinking} onClick={() => retry(each)}>
        Try again
      </Button>
    ),
  }))
  return (
    <div className={styles.chat}>
      <SmallChat
        title="Chat with the bot"
        messages={shown}
        busy={thinking ? 'The bot is thinking…' : undefined}
        maxLength={500}
        onSend={ask}
      />
    </div>
  )
}
