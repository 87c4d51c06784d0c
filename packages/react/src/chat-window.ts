import type { ReactElement } from 'react'
import { createElement, useEffect, useRef, useState } from 'react'
import { identityKey, identityOf, introduce, storeCustomerId, storedCustomerId } from './customer.js'
import { FRAME_CLASS, isFrom, SANDBOX, postToFrame } from './frame.js'
import { useLiveProps } from './live-props.js'
import type { ChatProps, CustomerMetadata, Message } from './props.js'
import { chatKey, defaultTexts, frameOf, serverOf, tokenOf } from './server.js'
import { useChanges } from './use-changes.js'

type Payload = Message & { customerId?: unknown }

/** The chat alone, always open, as large as the element around it. */
export function ChatWindow(props: ChatProps): ReactElement {
  const frame = useRef<HTMLIFrameElement>(null)
  const latest = useRef(props)
  /** The customer in the frame's URL. */
  const identity = useRef('')
  const [src, setSource] = useState('')
  const place = chatKey(props)
  useEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    let gone = false
    void defaultTexts(latest.current).then((texts) => {
      if (gone) return
      identity.current = identityKey(latest.current)
      setSource(frameAddress({ ...latest.current, ...texts }))
    })
    return () => {
      gone = true
    }
  }, [place])
  useChanges(identityKey(props), () => introduce(commandsOf(frame.current, props), props))
  useLiveProps(props, () => frame.current)
  useEffect(() => {
    const onMessage = (event: MessageEvent<{ event?: string; payload?: Payload } | null>) => {
      if (!isFrom(frame.current, event)) return
      // The customer may have signed in or out while the frame was loading.
      if (event.data?.event === 'chat:loaded' && identityKey(latest.current) !== identity.current)
        introduce(commandsOf(frame.current, latest.current), latest.current)
      handle(frame.current, event.data?.event, event.data?.payload, latest.current)
    }
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [])

  return createElement('iframe', {
    ref: frame,
    className: FRAME_CLASS,
    title: 'Papercups Chat Widget Container',
    sandbox: SANDBOX,
    // As in the published package: where the parent has no height, 100% would be 150 pixels.
    style: { border: 0, width: '100%', height: '100%', minHeight: 320 },
    ...(src && { src }),
  })
}

function handle(
  frame: HTMLIFrameElement | null,
  event: string | undefined,
  payload: Payload | undefined,
  props: ChatProps,
) {
  if (event === 'chat:loaded') {
    postToFrame(frame, 'papercups:toggle', { isOpen: true, focus: false })
    props.onChatLoaded?.(commandsOf(frame, props))
    props.onChatOpened?.()
  }
  if (event === 'customer:updated') storeCustomerId(tokenOf(props), payload?.customerId)
  if (event === 'message:sent' && payload) props.onMessageSent?.(payload)
  if (event === 'message:received' && payload?.user_id && !payload.customer_id) props.onMessageReceived?.(payload)
}

const commandsOf = (frame: HTMLIFrameElement | null, props: ChatProps) => ({
  open() {},
  close() {},
  identify(customer: CustomerMetadata) {
    postToFrame(frame, 'customer:update', { customerId: null, metadata: identityOf({ customer }) })
  },
  reset() {
    storeCustomerId(tokenOf(props), null)
    postToFrame(frame, 'papercups:reset', {})
  },
})

function frameAddress(props: ChatProps) {
  const url = new URL(frameOf(props))
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
