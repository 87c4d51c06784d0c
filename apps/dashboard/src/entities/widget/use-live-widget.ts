import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { embedWidget, type LiveWidgetConfig, type WidgetConfig } from './embed-widget.js'

const REST = 400

/**
 * The widget on this page, following whatever is changed beside it. The chat is told and stays as it is; the button does
 * not listen, so for another colour or picture it is put up anew once the changes rest.
 */
export function useLiveWidget(config: Omit<WidgetConfig, 'baseUrl'>, live: LiveWidgetConfig) {
  const { token, inbox, iconVariant, isOpenByDefault = false, styles } = config
  const latest = useRef({ config, live })
  const open = useRef(isOpenByDefault)
  const button = JSON.stringify([iconVariant, live.primaryColor])
  const [settled] = useDebouncedValue(button, REST)
  const place = JSON.stringify([token, inbox, styles])
  const told = JSON.stringify(live)
  useEffect(() => {
    latest.current = { config, live }
  })

  useEffect(() => {
    const { config, live } = latest.current
    const { away: _, ...said } = live
    let gone = false
    const remember = (isOpen: boolean) => {
      if (!gone) open.current = isOpen
    }
    const remove = embedWidget({
      ...config,
      ...said,
      baseUrl: window.location.origin,
      isOpenByDefault: open.current,
      onChatOpened: () => remember(true),
      onChatClosed: () => remember(false),
    })
    return () => {
      gone = true
      remove()
    }
  }, [place, settled])

  useEffect(() => {
    const tell = () => tellChat(JSON.parse(told) as LiveWidgetConfig)
    tell()
    const hear = ({ source, data }: MessageEvent<{ event?: string } | null>) => {
      // From then on it has read the saved settings, which would win over what it was told before.
      if (source === chatWindow() && data?.event === 'chat:loaded') tell()
    }
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [told])
}

const chatWindow = () =>
  document.querySelector<HTMLIFrameElement>('iframe.Papercups-chatWindowContainer')?.contentWindow ?? null

const tellChat = (payload: LiveWidgetConfig) =>
  chatWindow()?.postMessage({ event: 'config:update', payload }, window.location.origin)
