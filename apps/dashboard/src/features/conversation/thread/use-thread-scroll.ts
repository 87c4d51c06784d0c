import { useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import type { Row } from './thread.js'
import { useEnd } from './use-end.js'

const TOP = 48
const BOTTOM = 16
const GUESS = 64

/**
 * Renders only the rows in view and keeps the scroll position. At the end it follows new messages; further up, added rows do not move the visible ones. `follow`: the last row is the newest message.
 */
export function useThreadScroll(rows: readonly Row[], foundIndex: number, follow: boolean) {
  const { scroller, away, goToEnd, onScroll } = useEnd(foundIndex < 0, follow)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => GUESS,
    getItemKey: (index) => rows[index]?.item.key ?? index,
    overscan: 6,
    paddingStart: TOP,
    paddingEnd: BOTTOM,
    // Keeps the view in place when pages are added above.
    anchorTo: 'end',
  })

  const latestIndex = useRef(foundIndex)
  useLayoutEffect(() => {
    latestIndex.current = foundIndex
  })
  const found = rows[foundIndex]?.item.key
  useLayoutEffect(() => {
    if (found !== undefined) virtual.scrollToIndex(latestIndex.current, { align: 'center' })
    // Scrolls once to the start position. Later changes of its index must not scroll again.
  }, [virtual, found])

  const last = rows.at(-1)?.item
  const [readTo, setReadTo] = useState(last?.key)
  if (!away && readTo !== last?.key) setReadTo(last?.key)

  // Scroll to a message that the user has just sent.
  const sent = last?.outgoing && last.key
  useLayoutEffect(() => {
    if (sent) goToEnd()
  }, [goToEnd, sent])

  return { scroller, virtual, onScroll, goToEnd, unseen: follow && away && readTo !== last?.key }
}
