import { useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import type { Row } from './thread.js'
import { useEnd } from './use-end.js'

const TOP = 48
const BOTTOM = 16
const GUESS = 64

/**
 * Draws only the rows in view, and keeps the reader's place: at the end it follows what comes, further up nothing that is
 * added above or below moves the line under their eyes. `follow`: the last row is the newest there is.
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
    // Pages that come above push the rows down and the view with them.
    anchorTo: 'end',
  })

  const place = useRef(foundIndex)
  useLayoutEffect(() => {
    place.current = foundIndex
  })
  const found = rows[foundIndex]?.item.key
  useLayoutEffect(() => {
    if (found !== undefined) virtual.scrollToIndex(place.current, { align: 'center' })
    // Where to begin. From then on the reader decides, also when rows come above and its place is another.
  }, [virtual, found])

  const last = rows.at(-1)?.item
  const [readTo, setReadTo] = useState(last?.key)
  if (!away && readTo !== last?.key) setReadTo(last?.key)

  // Whoever sends something wants to see it.
  const sent = last?.outgoing && last.key
  useLayoutEffect(() => {
    if (sent) goToEnd()
  }, [goToEnd, sent])

  return { scroller, virtual, onScroll, goToEnd, unseen: follow && away && readTo !== last?.key }
}
