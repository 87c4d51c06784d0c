/** Close enough to the end to be taken for it. */
const NEAR_PX = 120

/** Keeps the end in view as messages come and the composer grows, unless somebody has scrolled up to read. */
export function followEnd(scroller: HTMLElement) {
  let follows = true
  const look = () => {
    follows = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR_PX
  }
  const observer = new ResizeObserver(() => {
    if (follows) scroller.scrollTop = scroller.scrollHeight
  })
  scroller.addEventListener('scroll', look, { passive: true })
  for (const part of [scroller, ...scroller.children]) observer.observe(part)
  return () => {
    scroller.removeEventListener('scroll', look)
    observer.disconnect()
  }
}
