import type { Message } from '@papercups/contract'
import { useEffect, useRef } from 'preact/hooks'
import { Bubble } from './bubble.js'
import type { Chat, ChatState } from './chat.js'
import { followEnd } from './follow-end.js'
import { isOwn, quickReplies, senderName } from './messages.js'
import { ago } from './time.js'
import { useNow } from './use-chat.js'

export function MessageList({ chat, state }: { chat: Chat; state: ChatState }) {
  const { options, messages, waiting, away, ready } = state
  const now = useNow(30_000)
  const scroller = useRef<HTMLDivElement>(null)
  const greeting = (away && options.awayMessage) || options.greeting
  const replies = waiting.length ? [] : quickReplies(messages)

  useEffect(() => (scroller.current ? followEnd(scroller.current) : undefined), [])
  // Whoever has just written something wants to see it, wherever they had scrolled.
  useEffect(() => scroller.current?.scrollTo(0, scroller.current.scrollHeight), [waiting.length])

  return (
    <div class="scroller" ref={scroller} tabIndex={0} role="region" aria-label="Conversation">
      <div role="log" aria-label="Messages" aria-live="polite" aria-busy={!ready}>
        <ol class="messages">
          {ready && greeting && (
            <Bubble key="greeting" body={greeting} own={false} name={options.companyName || 'Bot'} grouped={false} />
          )}
          {messages.map((message, index) => (
            <Bubble
              key={message.client_message_id ?? message.id}
              body={message.body ?? ''}
              attachments={message.attachments}
              own={isOwn(message)}
              name={senderName(message, options.companyName)}
              photo={message.user?.profile_photo_url ?? ''}
              grouped={sameSender(messages[index - 1], message)}
              note={index === messages.length - 1 && !waiting.length ? noteUnder(message, now) : ''}
            />
          ))}
          {waiting.map((entry, index) => (
            <Bubble
              key={entry.client_message_id}
              body={entry.body}
              own
              name=""
              grouped={index > 0 || isOwn(messages.at(-1) ?? ({} as Message))}
              note={entry.state === 'sending' ? 'Sending…' : entry.state === 'sent' ? 'Sent' : ''}
              onRetry={entry.state === 'failed' ? () => chat.retry(entry.client_message_id) : undefined}
            />
          ))}
        </ol>
      </div>
      {replies.length > 0 && (
        <div class="replies" role="group" aria-label="Suggested replies">
          {replies.map(({ text, action }) => (
            <button type="button" key={action + text} onClick={() => chat.send(text, { reply_action: action })}>
              {text}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

const noteUnder = (message: Message, now: number) =>
  isOwn(message) ? `Sent ${ago(message.created_at, now)}` : ago(message.created_at, now)

const sameSender = (before: Message | undefined, message: Message) =>
  !!before && before.customer_id === message.customer_id && before.user_id === message.user_id
