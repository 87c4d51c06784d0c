import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { embedWidget, type LiveWidgetConfig, type WidgetConfig } from './embed-widget.js'

const DEBOUNCE_MS = 400

/**
 * The widget on this page, which follows changed settings. An open chat gets them as a message. The button cannot change at runtime, so the widget is embedded again when its colour or icon has not changed for a moment.
 */
export function useLiveWidget(config: Omit<WidgetConfig, 'baseUrl'>, live: LiveWidgetConfig) {
  const { token, inbox, iconVariant, isOpenByDefault = false, styles } = config
  const latest = useRef({ config, live })
  const open = useRef(isOpenByDefault)
  const button = JSON.stringify([iconVariant, live.primaryColor])
  const [settled] = useDebouncedValue(button, DEBOUNCE_MS)
  const embedKey = JSON.stringify([token, inbox, styles])
  const liveJson = JSON.stringify(live)
  useEffect(() => {
    latest.current = { config, live }
  })

  useEffect(() => {
    const { config, live } = latest.current
    const { away: _, ...liveOptions } = live
    const [iconVariant, primaryColor] = JSON.parse(settled) as [string | undefined, string | undefined]
    let gone = false
    const remember = (isOpen: boolean) => {
      if (!gone) open.current = isOpen
    }
    const remove = embedWidget({
      ...config,
      ...liveOptions,
      ...(iconVariant && { iconVariant }),
      ...(primaryColor && { primaryColor }),
      baseUrl: window.location.origin,
      isOpenByDefault: open.current,
      onChatOpened: () => remember(true),
      onChatClosed: () => remember(false),
    })
    return () => {
      gone = true
      remove()
    }
  }, [embedKey, settled])

  useEffect(() => {
    const send = () => sendToChat(JSON.parse(liveJson) as LiveWidgetConfig)
    send()
    const onMessage = ({ source, data }: MessageEvent<{ event?: string } | null>) => {
      // The chat has now loaded the saved settings, which override earlier messages.
      if (source === chatWindow() && data?.event === 'chat:loaded') send()
    }
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [liveJson])
}

const chatWindow = () =>
  document.querySelector<HTMLIFrameElement>('iframe.Papercups-chatWindowContainer')?.contentWindow ?? null

const sendToChat = (payload: LiveWidgetConfig) =>
  chatWindow()?.postMessage({ event: 'config:update', payload }, window.location.origin)
