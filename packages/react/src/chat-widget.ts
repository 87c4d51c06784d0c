import { createElement, useEffect, useRef, useState, type ReactElement } from 'react'
import { toggle } from './commands.js'
import { introduction, whoIs } from './customer.js'
import { FRAME_CLASS, isFrom, liveProps, tellFrame } from './frame.js'
import { startLauncher } from './launcher.js'
import type { ChatCommands, ChatWidgetProps } from './props.js'
import { placeOf } from './server.js'
import { useChanges } from './use-changes.js'

/** The button in the corner of the page, and the chat behind it. */
export function ChatWidget(props: ChatWidgetProps): ReactElement | null {
  const latest = useRef(props)
  const commands = useRef<ChatCommands | undefined>(undefined)
  const [isOpen, setOpen] = useState(false)
  const [isLoaded, setLoaded] = useState(false)
  const live = liveProps(props)
  const place = placeOf(props)
  useEffect(() => {
    latest.current = props
  })

  useEffect(() => {
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

  useChanges(whoIs(props), () => {
    if (props.customer) commands.current?.identify(introduction(props))
    else commands.current?.reset()
  })
  useLiveProps(live)

  // Before that nobody would hear it.
  if (!props.renderToggleButton || !isLoaded) return null
  const button = props.renderToggleButton({ isOpen, isDisabled: false, onToggleOpen: toggle })
  const style = {
    position: 'fixed',
    bottom: 20,
    right: 20,
    zIndex: 2147483003,
    ...props.styles?.toggleContainer,
  } as const
  return createElement('div', { className: 'Papercups-toggleButtonContainer', style }, button)
}

/** The chat may be loaded long after the page, with the props of then: it is told what has changed since. */
function useLiveProps(live: string) {
  const first = useRef(live)
  useEffect(() => {
    if (first.current === live) return
    const frame = () => document.querySelector<HTMLIFrameElement>(`iframe.${FRAME_CLASS}`)
    const tell = () => tellFrame(frame(), 'config:update', JSON.parse(live) as object)
    const hear = (event: MessageEvent<{ event?: string } | null>) => {
      if (isFrom(frame(), event) && event.data?.event === 'chat:loaded') tell()
    }
    tell()
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [live])
}
