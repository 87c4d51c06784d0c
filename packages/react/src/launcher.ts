import type { ChatWidgetProps } from './props.js'
import { defaultTexts, serverOf, tokenOf } from './server.js'

type Callbacks = Pick<
  ChatWidgetProps,
  'onChatLoaded' | 'onChatOpened' | 'onChatClosed' | 'onMessageSent' | 'onMessageReceived'
>

declare global {
  interface Window {
    Papercups?: { config?: object }
  }
}

/** Loads the server's launcher with these props as configuration. Returns a function that removes it. */
export function startLauncher(props: () => ChatWidgetProps, callbacks: Callbacks) {
  const server = serverOf(props())
  if (!tokenOf(props()) || !server) {
    console.error('Papercups: `token` and `baseUrl` are needed.')
    return () => {}
  }
  let removed = false
  const removeWidget = () => document.getElementById('PapercupsChatWidget')?.remove()
  const script = document.createElement('script')
  script.src = `${server}/widget.js`
  // The script may load after unmount: under StrictMode, or when the page was left at once.
  script.onload = () => removed && removeWidget()

  void defaultTexts(props()).then((texts) => {
    if (removed) return
    const { renderToggleButton, ...rest } = props()
    const own = renderToggleButton ? { hideToggleButton: true } : {}
    window.Papercups = { config: { ...rest, ...texts, ...own, ...callbacks } }
    document.body.appendChild(script)
  })
  return () => {
    removed = true
    script.remove()
    removeWidget()
  }
}
