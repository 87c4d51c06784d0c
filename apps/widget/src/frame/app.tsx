import { useEffect } from 'preact/hooks'
import type { Chat } from './chat.js'
import { Composer } from './composer.js'
import { Header } from './header.js'
import { MessageList } from './message-list.js'
import { Popup } from './popup.js'
import { applyTheme } from './theme.js'
import { useChat } from './use-chat.js'

export function App({ chat }: { chat: Chat }) {
  const state = useChat(chat)
  const { options, open, popup } = state

  useEffect(() => applyTheme(options.primaryColor, document.documentElement.style), [options.primaryColor])
  useEffect(() => {
    const close = ({ key }: KeyboardEvent) => key === 'Escape' && chat.askToClose()
    addEventListener('keydown', close)
    return () => removeEventListener('keydown', close)
  }, [chat])

  if (popup && !open) return <Popup chat={chat} state={state} />
  if (!open) return null
  return (
    <main class={options.mobile ? 'panel Mobile' : 'panel'}>
      <Header chat={chat} state={state} />
      <MessageList chat={chat} state={state} />
      <Composer chat={chat} state={state} />
    </main>
  )
}
