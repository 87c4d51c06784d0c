const FOCUSABLE = 'a[href],button:not(:disabled),textarea:not(:disabled),input:not(:disabled),[tabindex="0"]'

/** The tab key goes round inside the open chat; Escape, or its close button, is the way out. */
export function keepFocusInside(event: KeyboardEvent) {
  if (event.key !== 'Tab') return
  const stops = [...document.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((stop) => stop.offsetParent)
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
  if (document.activeElement !== from && document.activeElement !== document.body) return
  event.preventDefault()
  to?.focus()
}
