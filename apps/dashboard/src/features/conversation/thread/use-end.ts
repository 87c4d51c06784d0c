import { useCallback, useLayoutEffect, useRef, useState } from 'react'

/** A reader within this distance counts as being at the end. */
const NEAR = 48

/** Keeps a scroller at its end while the reader is there. `follow`: scroll to items added at the end. */
export function useEnd(begin: boolean, follow: boolean) {
  const scroller = useRef<HTMLDivElement>(null)
  const sticks = useRef(begin)
  const known = useRef({ top: 0, height: 0 })
  const [away, setAway] = useState(!begin)

  const goToEnd = useCallback(() => {
    const box = scroller.current
    if (!box) return
    if (distance(box) > 1) box.scrollTop = box.scrollHeight
    known.current = { top: box.scrollTop, height: box.scrollHeight }
    sticks.current = true
    setAway(false)
  }, [])

  const onScroll = useCallback(() => {
    const box = scroller.current
    if (!box) return
    const { top, height } = known.current
    // Measured rows differ from their estimates, so the end can move although the reader has not scrolled.
    if (distance(box) <= NEAR) sticks.current = true
    else if (box.scrollTop < top && box.scrollHeight === height) sticks.current = false
    known.current = { top: box.scrollTop, height: box.scrollHeight }
    setAway(!sticks.current)
  }, [])

  // After every render, because rows are measured then and messages arrive.
  useLayoutEffect(() => {
    if (sticks.current && follow) goToEnd()
  })
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box || !follow) return
    // The scroller changes its height when the composer grows or a keyboard opens.
    const observer = new ResizeObserver(() => sticks.current && goToEnd())
    observer.observe(box)
    return () => observer.disconnect()
  }, [follow, goToEnd])

  return { scroller, away, goToEnd, onScroll }
}

const distance = (box: HTMLElement) => box.scrollHeight - box.scrollTop - box.clientHeight
