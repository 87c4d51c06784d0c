import { useEffect } from 'preact/hooks'
import type { Chat } from './chat.js'
import { ConversationList } from './conversation-list.js'
import { Composer } from './composer.js'
import { keepFocusInside } from './focus-trap.js'
import { Header } from './header.js'
import { MessageList } from './message-list.js'
import { Popup } from './popup.js'
import { takeDrops } from './take-drops.js'
import { applyTheme } from './theme.js'
import { useChat } from './use-chat.js'

export function App({ chat }: { chat: Chat }) {
  const state = useChat(chat)
  const { options, open, popup } = state

  useEffect(() => applyTheme(options.primaryColor, document.documentElement.style), [options.primaryColor])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
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
          <Composer chat={chat} state={state} />
        </>
      )}
    </main>
  )
}
