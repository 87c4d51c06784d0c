import { useEffect, useRef } from 'react'
import { redraw } from './commands.js'
import { isFrom, tellFrame } from './frame.js'
import type { ChatProps } from './props.js'

/** What the chat takes over while it is shown. */
const LIVE = [
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

/** What has changed since the first props, and only that: what the page never spoke of is the account's to say. */
export function trackChanges(first: ChatProps) {
  const changed = new Set<(typeof LIVE)[number]>()
  let latest = first
  return (props: ChatProps) => {
    for (const name of LIVE) if (props[name] !== latest[name]) changed.add(name)
    latest = props
    return Object.fromEntries([...changed].map((name) => [name, props[name] ?? null]))
  }
}

/** The chat may be loaded long after the page, with the props of then: it is told what has changed since. */
export function useLiveProps(props: ChatProps, frame: () => HTMLIFrameElement | null) {
  const track = useRef<ReturnType<typeof trackChanges> | undefined>(undefined)
  track.current ??= trackChanges(props)
  const changes = JSON.stringify(track.current(props))
  const find = useRef(frame)
  useEffect(() => {
    if (changes === '{}') return
    const tell = () => tellFrame(find.current(), 'config:update', JSON.parse(changes) as object)
    const hear = (event: MessageEvent<{ event?: string } | null>) => {
      if (isFrom(find.current(), event) && event.data?.event === 'chat:loaded') tell()
    }
    tell()
    paintButton((JSON.parse(changes) as ChatProps).primaryColor)
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [changes])
}

/** The launcher takes its button's colour once, so a colour that changes later is set from here. */
function paintButton(color: string | null | undefined) {
  const button = document.querySelector<HTMLElement>('.Papercups-toggleButton')
  if (!button || !color) return
  button.style.backgroundColor = color.replace(/^(?=[\da-f]{3,8}$)/i, '#')
  // The icon has to show on it.
  redraw()
}
