import { createElement, useEffect, useRef, useState, type ReactElement } from 'react'
import { identityOf, storeCustomerId, storedCustomerId, identityKey } from './customer.js'
import { FRAME_CLASS, isFrom, SANDBOX, postToFrame } from './frame.js'
import { useLiveProps } from './live-props.js'
import type { ChatProps } from './props.js'
import { defaultTexts, chatKey, serverOf, tokenOf } from './server.js'
import { useChanges } from './use-changes.js'

/** The chat alone, always open, as large as the element around it. */
export function ChatWindow(props: ChatProps): ReactElement {
  const frame = useRef<HTMLIFrameElement>(null)
  const latest = useRef(props)
  const [src, setSource] = useState('')
  const place = chatKey(props)
  useEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    let gone = false
    void defaultTexts(latest.current).then((texts) => gone || setSource(frameAddress({ ...latest.current, ...texts })))
    return () => {
      gone = true
    }
  }, [place])
  useChanges(identityKey(props), () => introduce(frame.current, props))
  useLiveProps(props, () => frame.current)
  useEffect(() => {
    const onMessage = (event: MessageEvent<{ event?: string; payload?: Record<string, unknown> } | null>) => {
      if (isFrom(frame.current, event))
        handle(frame.current, event.data?.event, event.data?.payload ?? {}, latest.current)
    }
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [])

  return createElement('iframe', {
    ref: frame,
    className: FRAME_CLASS,
    title: 'Papercups Chat Widget Container',
    sandbox: SANDBOX,
    style: { border: 0, width: '100%', height: '100%' },
    ...(src && { src }),
  })
}

function handle(
  frame: HTMLIFrameElement | null,
  event: string | undefined,
  payload: Record<string, unknown>,
  props: ChatProps,
) {
  if (event === 'chat:loaded') {
    postToFrame(frame, 'papercups:toggle', { isOpen: true, focus: false })
    props.onChatLoaded?.({
      open() {},
      close() {},
      identify: (customer) => introduce(frame, { token: tokenOf(props), customer }),
      reset: () => introduce(frame, { token: tokenOf(props) }),
    })
    props.onChatOpened?.()
  }
  if (event === 'customer:updated') storeCustomerId(tokenOf(props), payload.customerId)
  if (event === 'message:sent') props.onMessageSent?.(payload)
  if (event === 'message:received' && payload.user_id && !payload.customer_id) props.onMessageReceived?.(payload)
}

function introduce(frame: HTMLIFrameElement | null, props: ChatProps) {
  if (props.customer) return postToFrame(frame, 'customer:update', { customerId: null, metadata: identityOf(props) })
  storeCustomerId(tokenOf(props), null)
  postToFrame(frame, 'papercups:reset', {})
}

function frameAddress(props: ChatProps) {
  const url = new URL(props.iframeUrlOverride ?? `${serverOf(props)}/widget`)
  const token = tokenOf(props)
  const page = { current_url: location.href, host: location.host, pathname: location.pathname }
  const own = {
    token,
    accountId: token,
    baseUrl: serverOf(props),
    customerId: storedCustomerId(token),
    closeable: 0,
    version: '2.0.0',
  }
  const metadata = JSON.stringify({ ...page, ...props.customer })
  for (const [name, value] of Object.entries({ ...props, ...own, metadata })) {
    if (typeof value === 'boolean') url.searchParams.set(name, value ? '1' : '0')
    if (typeof value === 'string' || typeof value === 'number') url.searchParams.set(name, String(value))
  }
  return url.href
}
