import { useEffect, useRef } from 'react'
import { redraw } from './commands.js'
import { isFrom, postToFrame } from './frame.js'
import type { ChatProps } from './props.js'

/** Props that an open chat takes over when they change. */
const LIVE_PROPS = [
  'title',
  'subtitle',
  'primaryColor',
  'greeting',
  'awayMessage',
  'newMessagePlaceholder',
  'emailInputPlaceholder',
  'newMessagesNotificationText',
  'agentAvailableText',
  'agentUnavailableText',
  'showAgentAvailability',
  'requireEmailUpfront',
] as const

/** Returns the props that changed since the first render. For all others the account's settings apply. */
export function trackChanges(first: ChatProps) {
  const changed = new Set<(typeof LIVE_PROPS)[number]>()
  let latest = first
  return (props: ChatProps) => {
    for (const name of LIVE_PROPS) if (props[name] !== latest[name]) changed.add(name)
    latest = props
    return Object.fromEntries([...changed].map((name) => [name, props[name] ?? null]))
  }
}

/** Sends changed props to the chat, and again when the chat loads, because it starts with the first props. */
export function useLiveProps(props: ChatProps, frame: () => HTMLIFrameElement | null) {
  const track = useRef<ReturnType<typeof trackChanges> | undefined>(undefined)
  track.current ??= trackChanges(props)
  const changes = JSON.stringify(track.current(props))
  const find = useRef(frame)
  useEffect(() => {
    if (changes === '{}') return
    const sendChanges = () => postToFrame(find.current(), 'config:update', JSON.parse(changes) as object)
    const onMessage = (event: MessageEvent<{ event?: string } | null>) => {
      if (isFrom(find.current(), event) && event.data?.event === 'chat:loaded') sendChanges()
    }
    sendChanges()
    paintButton((JSON.parse(changes) as ChatProps).primaryColor)
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [changes])
}

/** The launcher takes its button's colour once, so a later colour is set here. */
function paintButton(color: string | null | undefined) {
  const button = document.querySelector<HTMLElement>('.Papercups-toggleButton')
  if (!button || !color) return
  button.style.backgroundColor = color.replace(/^(?=[\da-f]{3,8}$)/i, '#')
  // The icon has to show on it.
  redraw()
}
