import { useDocumentVisibility, useInterval } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useConversationCounts } from '../features/inbox/conversation-counts.js'

const BLINK = 2_000

/**
 * Marks the browser tab while there are unread conversations: a dot on the icon, and a blinking title while the tab is
 * hidden.
 */
export function UnreadSigns() {
  const { unread } = useConversationCounts().buckets
  useEffect(() => drawIcon(unread > 0), [unread])
  useEffect(() => () => drawIcon(false), [])

  const hidden = useDocumentVisibility() === 'hidden'
  return hidden && unread > 0 ? <BlinkingTitle unread={unread} /> : null
}

/** The last title element wins. Without this one the page's own title shows again. */
function BlinkingTitle({ unread }: { unread: number }) {
  const [on, setOn] = useState(true)
  useInterval(() => setOn((before) => !before), BLINK, { autoInvoke: true })
  return on ? <title>{`(${unread}) New message${unread === 1 ? '' : 's'}!`}</title> : null
}

function drawIcon(unread: boolean) {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  icon?.setAttribute('href', unread ? '/favicon-unread.svg' : '/favicon.svg')
}
