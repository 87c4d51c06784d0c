import { useCallback, useLayoutEffect, useRef, useState } from 'react'

/** As near to the end as counts for being there. */
const NEAR = 48

/** A box that stays at its end for as long as the reader does. `follow`: what is added there is to be followed. */
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
    // Rows that turn out higher or lower than was guessed move the end away from a reader who has not moved.
    if (distance(box) <= NEAR) sticks.current = true
    else if (box.scrollTop < top && box.scrollHeight === height) sticks.current = false
    known.current = { top: box.scrollTop, height: box.scrollHeight }
    setAway(!sticks.current)
  }, [])

  // After every drawing: rows are measured once they are there, and messages come.
  useLayoutEffect(() => {
    if (sticks.current && follow) goToEnd()
  })
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box || !follow) return
    // The box itself changes its height, when the composer grows or a keyboard opens.
    const observer = new ResizeObserver(() => sticks.current && goToEnd())
    observer.observe(box)
    return () => observer.disconnect()
  }, [follow, goToEnd])

  return { scroller, away, goToEnd, onScroll }
}

const distance = (box: HTMLElement) => box.scrollHeight - box.scrollTop - box.clientHeight
