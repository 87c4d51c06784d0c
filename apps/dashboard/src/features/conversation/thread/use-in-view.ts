import { useEffect, useRef, type RefObject } from 'react'

const AHEAD = '600px 0px'

/**
 * Calls back while an edge of the scroller is near, to have the next page ready before it is needed. `page` changes with
 * each page that came: an edge that is still near then asks for one more.
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
