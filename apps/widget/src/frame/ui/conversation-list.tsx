import type { PastConversation } from '@papercups/contract'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Chat } from '../chat/chat.js'
import { plain } from '../chat/messages.js'
import { ago } from './time.js'
import { useNow } from '../chat/use-chat.js'

/** All that the visitor has talked about here, and the way to something new. */
export function ConversationList({ chat }: { chat: Chat }) {
  const { texts } = chat.language
  const [conversations, setConversations] = useState<PastConversation[]>()
  const [failed, setFailed] = useState(false)
  const now = useNow(30_000)
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    heading.current?.focus()
    chat.pastConversations().then(setConversations, () => setFailed(true))
  }, [chat])

  return (
    <>
      <section class="scroller past" aria-busy={!conversations && !failed}>
        <h2 ref={heading} tabIndex={-1}>
          {texts.conversations}
        </h2>
        {failed && (
          <p class="note failed" role="alert">
            {texts.unreachable}
          </p>
        )}
        {conversations?.length === 0 && <p class="note">{texts.empty}</p>}
        <ul>
          {conversations?.map(({ id, unseen, last_message: { body, created_at } }) => (
            <li key={id}>
              <button
                type="button"
                aria-current={id === chat.conversationId}
                class={unseen ? 'new' : ''}
                onClick={() => chat.openConversation(id).catch(() => setFailed(true))}
              >
                <span class="filename" dir="auto">
                  {plain(body ?? '') || texts.attached}
                </span>
                <small>{ago(created_at, now, chat.language)}</small>
              </button>
            </li>
          ))}
        </ul>
      </section>
      <footer class="footer">
        <button type="button" class="start" onClick={() => chat.startConversation()}>
          {texts.start}
        </button>
      </footer>
    </>
  )
}
