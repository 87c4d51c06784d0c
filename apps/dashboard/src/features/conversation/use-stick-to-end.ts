import { useCallback, useLayoutEffect, useRef, useState } from 'react'

const NEAR = 48

/**
 * Keeps the end of a growing text in view while the reader is there, and leaves them alone while they read further up:
 * what is added above or below must not move the line under their eyes.
 */
export function useStickToEnd(firstKey: string | undefined, lastKey: string | undefined) {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const height = useRef(0)
  const known = useRef({ firstKey, lastKey })
  const [unseen, setUnseen] = useState(false)

  const toEnd = useCallback(() => {
    const box = scroller.current
    if (box) box.scrollTop = box.scrollHeight
    atEnd.current = true
    setUnseen(false)
  }, [])

  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    const before = known.current
    known.current = { firstKey, lastKey }
    if (atEnd.current) toEnd()
    else if (firstKey !== before.firstKey) box.scrollTop += box.scrollHeight - height.current
    else if (lastKey !== before.lastKey) setUnseen(true)
    height.current = box.scrollHeight
  }, [firstKey, lastKey, toEnd])

  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => {
      const box = scroller.current
      if (box && atEnd.current) box.scrollTop = box.scrollHeight
      height.current = box?.scrollHeight ?? 0
    })
    if (content.current) observer.observe(content.current)
    if (scroller.current) observer.observe(scroller.current)
    return () => observer.disconnect()
  }, [])

  const onScroll = useCallback(() => {
    const box = scroller.current
    if (!box) return
    atEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR
    if (atEnd.current) setUnseen(false)
  }, [])

  return { scroller, content, onScroll, unseen, toEnd }
}
