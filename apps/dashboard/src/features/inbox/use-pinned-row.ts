import { useLayoutEffect, useRef } from 'react'

/**
 * New activity reorders the list. While the pointer is over it nothing may move beneath; otherwise the open row has to
 * stay in view.
 */
export function usePinnedRow(order: string) {
  const scroller = useRef<HTMLDivElement>(null)
  const top = useRef<number | null>(null)

  useLayoutEffect(() => {
    const box = scroller.current
    const hovered = box?.querySelector<HTMLElement>('a:hover')
    const open = box?.querySelector<HTMLElement>('a[aria-current]')
    const anchor = hovered ? open : null
    if (box && anchor && top.current !== null) box.scrollTop += anchor.offsetTop - top.current
    else if (box && open && isOutside(box, open)) open.scrollIntoView({ block: 'nearest' })
    top.current = open?.offsetTop ?? null
  }, [order])

  return scroller
}

function isOutside(box: HTMLElement, row: HTMLElement) {
  const { top, bottom } = box.getBoundingClientRect()
  const place = row.getBoundingClientRect()
  return place.bottom < top || place.top > bottom
}
