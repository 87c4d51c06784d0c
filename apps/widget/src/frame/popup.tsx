import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Chat, ChatState } from './chat.js'
import { isUnseenReply, popupTexts, senderName } from './messages.js'

/** Over the page beside the closed button: the last replies, or the greeting. */
export function Popup({ chat, state }: { chat: Chat; state: ChatState }) {
  const { options, messages, greeting } = state
  const { texts: words } = chat.language
  const box = useRef<HTMLDivElement>(null)
  const unseen = messages.filter(isUnseenReply)
  const last = unseen.at(-1)
  const texts = greeting ? [options.greeting] : popupTexts(unseen)
  const name = greeting || !last ? options.companyName : senderName(last, options.companyName, words)

  // The frame is made to fit: what it covers of the page, nobody can click.
  useLayoutEffect(() => {
    if (box.current) chat.reportPopupHeight(Math.ceil(box.current.getBoundingClientRect().height))
  })

  return (
    <div class="popup" ref={box} role="status">
      <button type="button" class="dismiss" aria-label={words.dismiss} onClick={() => chat.dismissPopup()}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M6 6l12 12M18 6L6 18" />
        </svg>
      </button>
      <button type="button" class="teaser" onClick={() => chat.askToOpen()}>
        {name && <strong>{name}</strong>}
        {texts.map((text, index) => (
          <span key={index} dir="auto">
            {text}
          </span>
        ))}
        <em>{options.newMessagesNotificationText || words.newMessages}</em>
      </button>
    </div>
  )
}
