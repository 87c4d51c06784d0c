import { redraw } from './commands.js'
import { identityKey, introduce } from './customer.js'
import type { ChatCommands, ChatWidgetProps } from './props.js'
import { defaultTexts, serverOf, tokenOf } from './server.js'

interface Callbacks extends Pick<
  ChatWidgetProps,
  'onChatOpened' | 'onChatClosed' | 'onMessageSent' | 'onMessageReceived'
> {
  onChatLoaded(commands: ChatCommands): void
}

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
    const identity = identityKey(rest)
    const onChatLoaded = (commands: ChatCommands) => {
      // The customer may have signed in or out while the launcher was loading.
      if (identityKey(props()) !== identity) introduce(commands, props())
      callbacks.onChatLoaded(commands)
    }
    window.Papercups = { config: { ...rest, ...texts, ...own, ...callbacks, onChatLoaded } }
    document.body.appendChild(script)
  })
  return () => {
    removed = true
    script.remove()
    removeWidget()
    // On its next event the launcher notices that it is gone, and closes its socket.
    redraw()
  }
}
