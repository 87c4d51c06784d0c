import { useEffect } from 'preact/hooks'
import type { Chat } from './chat/chat.js'
import { ConversationList } from './ui/conversation-list.js'
import { Composer } from './ui/composer.js'
import { keepFocusInside } from './ui/focus-trap.js'
import { Header } from './ui/header.js'
import { MessageList } from './ui/message-list.js'
import { Popup } from './ui/popup.js'
import { takeDrops } from './ui/take-drops.js'
import { applyTheme } from './ui/theme.js'
import { useChat } from './chat/use-chat.js'

export function App({ chat }: { chat: Chat }) {
  const state = useChat(chat)
  const { options, open, popup } = state

  useEffect(() => applyTheme(options.primaryColor, document.documentElement.style), [options.primaryColor])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // Escape also ends a word in an input method, as for Japanese.
      if (event.isComposing || event.keyCode === 229) return
      if (event.key === 'Escape') chat.askToClose()
      // Nobody is kept where there is no way out.
      else if (chat.state.open && chat.state.options.closeable) keepFocusInside(event)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [chat])
  useEffect(() => takeDrops((files) => chat.attach(files)), [chat])

  if (popup && !open) return <Popup chat={chat} state={state} />
  if (!open && !options.alwaysOpen) return null
  return (
    <main class={options.mobile ? 'panel Mobile' : 'panel'}>
      <Header chat={chat} state={state} />
      {state.listing && !state.siteRefused ? (
        <ConversationList chat={chat} />
      ) : (
        <>
          <MessageList chat={chat} state={state} />
          <Composer key={state.composer} chat={chat} state={state} />
        </>
      )}
    </main>
  )
}
