import { useEffect, useRef, type RefObject } from 'react'

const AHEAD = '600px 0px'

/**
 * Calls `load` when an edge of the scroller comes near, to load the next page early. `page` must change with each loaded page; if the edge is still near then, it loads one more.
 */
export function useInView(scroller: RefObject<HTMLElement | null>, page: unknown, wanted: boolean, load: () => void) {
  const edge = useRef<HTMLDivElement>(null)
  const latest = useRef(load)
  useEffect(() => {
    latest.current = load
  })

  useEffect(() => {
    if (!wanted || !edge.current) return
    const options = { root: scroller.current, rootMargin: AHEAD }
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) latest.current()
    }, options)
    observer.observe(edge.current)
    return () => observer.disconnect()
  }, [scroller, page, wanted])

  return edge
}
