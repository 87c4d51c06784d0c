import type { Message } from '@papercups/contract'
import { useEffect, useRef } from 'preact/hooks'
import { Avatar } from './avatar.js'
import { Bubble } from './bubble.js'
import type { Chat } from '../chat/chat.js'
import { greetingOf, type ChatState } from '../chat/chat-state.js'
import { followEnd } from './follow-end.js'
import { fill } from '../lib/language.js'
import { isOwn, quickReplies, senderName } from '../chat/messages.js'
import { RatingCard } from './rating-card.js'
import { ago } from './time.js'
import { useNow } from '../chat/use-chat.js'

export function MessageList({ chat, state }: { chat: Chat; state: ChatState }) {
  const { options, messages, waiting, ready, siteRefused, typing, rating } = state
  const { language } = chat
  const { texts } = language
  const now = useNow(30_000)
  const scroller = useRef<HTMLDivElement>(null)
  const greeting = greetingOf(state)
  // About the conversation that is shown, or about the last one if none is.
  const rated = !siteRefused && rating && [rating.conversation_id, ''].includes(chat.conversationId) ? rating : null
  const replies = waiting.length || siteRefused ? [] : quickReplies(messages)

  useEffect(() => (scroller.current ? followEnd(scroller.current) : undefined), [])
  // Scrolls to the visitor's own new message.
  useEffect(() => scroller.current?.scrollTo(0, scroller.current.scrollHeight), [waiting.length])

  return (
    <div class="scroller" ref={scroller} tabIndex={0} role="region" aria-label={texts.conversation}>
      <div role="log" aria-label={texts.messages} aria-live="polite" aria-busy={!ready}>
        {ready && !greeting && !rated && messages.length + waiting.length === 0 && (
          <Welcome chat={chat} state={state} />
        )}
        <ol class="messages">
          {greeting && (
            <Bubble
              texts={texts}
              key="greeting"
              body={greeting}
              own={false}
              name={options.companyName || texts.bot}
              grouped={false}
            />
          )}
          {messages.map((message, index) => (
            <Bubble
              texts={texts}
              key={message.client_message_id ?? message.id}
              body={message.body ?? ''}
              attachments={message.attachments}
              own={isOwn(message)}
              name={senderName(message, options.companyName, texts)}
              photo={message.user?.profile_photo_url ?? ''}
              grouped={sameSender(messages[index - 1], message)}
              note={
                index === messages.length - 1 && !waiting.length
                  ? fill(texts.sentAgo, ago(message.created_at, now, language))
                  : ''
              }
            />
          ))}
          {waiting.map((entry, index) => (
            <Bubble
              texts={texts}
              key={entry.client_message_id}
              body={entry.body}
              attachments={entry.attachments}
              own
              name=""
              grouped={index > 0 || isOwn(messages.at(-1) ?? ({} as Message))}
              note={entry.state === 'sending' ? texts.sending : entry.state === 'sent' ? texts.sent : ''}
              onRetry={entry.state === 'failed' ? () => chat.retry(entry.client_message_id) : undefined}
            />
          ))}
        </ol>
      </div>
      <p class="typing" role="status" dir="auto">
        {typing && fill(texts.typing, typing)}
      </p>
      <div aria-live="polite">{rated && <RatingCard key={rated.conversation_id} chat={chat} rating={rated} />}</div>
      {replies.length > 0 && (
        <div class="replies" role="group" aria-label={texts.suggested}>
          {replies.map((reply) => (
            <button type="button" key={reply.action + reply.text} onClick={() => chat.choose(reply)}>
              {reply.text}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

const sameSender = (before: Message | undefined, message: Message) =>
  !!before && before.customer_id === message.customer_id && before.user_id === message.user_id

/** What a new visitor sees where the account has set no greeting: an empty box says nothing. */
function Welcome({ chat, state: { options, agents, team } }: { chat: Chat; state: ChatState }) {
  const { texts } = chat.language
  const away = options.away ?? agents < 1
  return (
    <div class="welcome">
      {team.length > 0 && (
        <ul class="faces" aria-label={texts.team}>
          {team.map(({ display_name, profile_photo_url }, index) => (
            <li key={index} title={display_name}>
              <Avatar name={display_name} photo={profile_photo_url} />
              <span class="unseen">{display_name}</span>
            </li>
          ))}
        </ul>
      )}
      <p>{texts.greeting}</p>
      <p>{away ? texts.soon : texts.available}</p>
    </div>
  )
}
