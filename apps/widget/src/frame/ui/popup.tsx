import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Chat } from '../chat/chat.js'
import { greetingOf, type ChatState } from '../chat/chat-state.js'
import { CROSS, Icon } from './icon.js'
import { isUnseenReply, plain, popupTexts, senderName } from '../chat/messages.js'

/** Over the page beside the closed button: the last replies, or the greeting. */
export function Popup({ chat, state }: { chat: Chat; state: ChatState }) {
  const { options, messages, greeting } = state
  const { texts: words } = chat.language
  const box = useRef<HTMLDivElement>(null)
  const unseen = messages.filter(isUnseenReply)
  const last = unseen.at(-1)
  const texts = greeting ? [plain(greetingOf(state) ?? '')] : popupTexts(unseen)
  const name = greeting || !last ? options.companyName : senderName(last, options.companyName, words)

  // The frame is made to fit: what it covers of the page, nobody can click.
  useLayoutEffect(() => {
    if (box.current) chat.page.popupHeight(Math.ceil(box.current.getBoundingClientRect().height))
  })

  return (
    <div class="popup" ref={box} role="status">
      {(!greeting || texts[0]) && (
        <>
          <button type="button" class="dismiss" aria-label={words.dismiss} onClick={() => chat.dismissPopup()}>
            <Icon d={CROSS} />
          </button>
          <button type="button" class="teaser" onClick={() => chat.page.askToOpen()}>
            {name && <strong>{name}</strong>}
            {texts.map((text, index) => (
              <span key={index} dir="auto">
                {text}
              </span>
            ))}
            <em>{options.newMessagesNotificationText || words.newMessages}</em>
          </button>
        </>
      )}
    </div>
  )
}
