import type { ReactElement } from 'react'
import { createElement, useEffect, useRef, useState } from 'react'
import { toggle } from './commands.js'
import { identityKey, introduce } from './customer.js'
import { FRAME_CLASS } from './frame.js'
import { startLauncher } from './launcher.js'
import { useLiveProps } from './live-props.js'
import type { ChatCommands, ChatWidgetProps } from './props.js'
import { chatKey } from './server.js'
import { useChanges } from './use-changes.js'

/** The edge of the window and the distance from it. */
export const sideOf = (position: ChatWidgetProps['position'] = 'right') =>
  typeof position === 'string' ? { [position]: 20 } : { [position.side]: position.offset }

/** The button in the corner of the page, and the chat behind it. */
export function ChatWidget(props: ChatWidgetProps): ReactElement | null {
  const latest = useRef(props)
  const commands = useRef<ChatCommands | undefined>(undefined)
  const [isOpen, setOpen] = useState(false)
  const [isLoaded, setLoaded] = useState(false)
  const place = chatKey(props)
  useEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    // Those of another account or inbox must not hear about this customer.
    commands.current = undefined
    setLoaded(false)
    setOpen(false)
    const now = () => latest.current
    return startLauncher(now, {
      onChatLoaded(given) {
        commands.current = given
        setLoaded(true)
        now().onChatLoaded?.(given)
      },
      onChatOpened() {
        setOpen(true)
        now().onChatOpened?.()
      },
      onChatClosed() {
        setOpen(false)
        now().onChatClosed?.()
      },
      onMessageSent: (message) => now().onMessageSent?.(message),
      onMessageReceived: (message) => now().onMessageReceived?.(message),
    })
  }, [place])

  useChanges(identityKey(props), () => {
    if (commands.current) introduce(commands.current, props)
  })
  useLiveProps(props, () => document.querySelector<HTMLIFrameElement>(`iframe.${FRAME_CLASS}`))

  // Before the launcher is loaded the button would do nothing.
  if (!props.renderToggleButton || !isLoaded) return null
  const button = props.renderToggleButton({ isOpen, isDisabled: false, onToggleOpen: toggle })
  const style = {
    position: 'fixed',
    bottom: 20,
    zIndex: 2147483003,
    ...sideOf(props.position),
    ...props.styles?.toggleContainer,
  } as const
  return createElement('div', { className: 'Papercups-toggleButtonContainer', style }, button)
}
