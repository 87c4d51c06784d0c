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

/** Loads the server's own launcher with these props as its configuration. Returns how to take it away again. */
export function startLauncher(props: () => ChatWidgetProps, callbacks: Callbacks) {
  const server = serverOf(props())
  if (!tokenOf(props()) || !server) {
    console.error('Papercups: `token` and `baseUrl` are needed.')
    return () => {}
  }
  let gone = false
  const takeAway = () => document.getElementById('PapercupsChatWidget')?.remove()
  const script = document.createElement('script')
  script.src = `${server}/widget.js`
  // It may arrive when nobody wants it any more: under StrictMode, or on a page that was left at once.
  script.onload = () => gone && takeAway()

  void defaultTexts(props()).then((texts) => {
    if (gone) return
    const { renderToggleButton, ...rest } = props()
    const own = renderToggleButton ? { hideToggleButton: true } : {}
    window.Papercups = { config: { ...rest, ...texts, ...own, ...callbacks } }
    document.body.appendChild(script)
  })
  return () => {
    gone = true
    script.remove()
    takeAway()
  }
}
