import { pointingTexts } from './pointing-texts.js'

const MARKER_MS = 6000
const ACCENT = '#1677ff'
const FONT = 'font:400 15px/1.5 system-ui,sans-serif;'
const BUTTON = `${FONT}cursor:pointer;border-radius:8px;padding:8px 16px;min-height:40px;border:1px solid ${ACCENT};`

/** Asks the visitor. Returns a function that closes the question without an answer. */
export function drawQuestion(name: string, answer: (agreed: boolean) => void) {
  const { host, root, texts } = open(name)
  const before = document.activeElement
  const box = put(
    root,
    'div',
    // The chat is in the other corner.
    `${FONT}position:fixed;inset:auto auto 16px 16px;max-width:360px;
    width:calc(100vw - 32px);box-sizing:border-box;padding:16px;border-radius:12px;background:#fff;color:#1f1f1f;
    box-shadow:0 6px 24px rgba(0,0,0,.3);border:1px solid #d9d9d9;`,
  )
  box.setAttribute('role', 'dialog')
  box.setAttribute('aria-labelledby', 'question')
  box.setAttribute('aria-describedby', 'promise')
  const question = put(box, 'p', 'margin:0 0 4px;font-weight:600;', texts.question)
  question.id = 'question'
  const promise = put(box, 'p', 'margin:0 0 12px;', texts.promise)
  promise.id = 'promise'
  const buttons = put(box, 'div', 'display:flex;gap:8px;flex-wrap:wrap;')

  const close = () => {
    const hadFocus = host.contains(document.activeElement)
    host.remove()
    if (hadFocus && before instanceof HTMLElement) before.focus({ preventScroll: true })
  }
  const settle = (agreed: boolean) => {
    close()
    answer(agreed)
  }
  const yes = put(buttons, 'button', `${BUTTON}background:${ACCENT};color:#fff;`, texts.yes)
  const no = put(buttons, 'button', `${BUTTON}background:#fff;color:#0958d9;`, texts.no)
  yes.onclick = () => settle(true)
  no.onclick = () => settle(false)
  box.onkeydown = ({ key }) => {
    if (key === 'Escape') settle(false)
  }
  // Somebody who types keeps the focus; screen readers still announce the question.
  if (isTyping(before)) box.setAttribute('aria-live', 'polite')
  else yes.focus({ preventScroll: true })
  return close
}

/**
 * Draws a ring at the place and the agent's name beside it. It lets every click through and hides by itself. Draws nothing
 * if the element is not shown any more, for example in a dialog that was closed.
 */
export function drawMarker(target: Element, x: number, y: number, name: string) {
  if (target.getClientRects().length === 0) return undefined
  const { host, root, texts } = open(name)
  host.style.pointerEvents = 'none'
  const spot = put(root, 'div', 'position:fixed;pointer-events:none;')
  put(
    spot,
    'div',
    `position:absolute;left:-22px;top:-22px;width:44px;height:44px;box-sizing:border-box;border-radius:50%;
    border:4px solid ${ACCENT};background:rgba(22,119,255,.2);box-shadow:0 0 0 2px #fff;`,
  )
  const label = put(
    spot,
    'div',
    `${FONT}position:absolute;padding:4px 10px;border-radius:8px;white-space:nowrap;
    max-width:60vw;overflow:hidden;text-overflow:ellipsis;background:${ACCENT};color:#fff;`,
    texts.here,
  )
  label.setAttribute('role', 'status')

  const isInView = ({ top, bottom }: DOMRect) => bottom > 0 && top < innerHeight
  if (!isInView(target.getBoundingClientRect())) target.scrollIntoView({ block: 'center' })
  const place = () => {
    const { left, top, width, height } = target.getBoundingClientRect()
    const [pageX, pageY] = [left + width * x, top + height * y]
    spot.style.left = `${pageX}px`
    spot.style.top = `${pageY}px`
    // Towards the middle of the page and inside it, so that the name is never cut off.
    const isLeft = pageX < innerWidth / 2
    label.style.left = isLeft ? `${Math.max(-22, 4 - pageX)}px` : 'auto'
    label.style.right = isLeft ? 'auto' : `${Math.max(-22, 4 + pageX - innerWidth)}px`
    const isLow = pageY > innerHeight - 80
    label.style.top = isLow ? 'auto' : '28px'
    label.style.bottom = isLow ? '28px' : 'auto'
  }
  place()
  const ended = new AbortController()
  addEventListener('scroll', place, { capture: true, passive: true, signal: ended.signal })
  addEventListener('resize', place, { signal: ended.signal })
  const hide = () => {
    clearTimeout(timer)
    ended.abort()
    host.remove()
  }
  const timer = setTimeout(hide, MARKER_MS)
  return hide
}

/** A node of no size, out of reach of the page's styles. The class keeps it out of the recording. */
function open(name: string) {
  const texts = pointingTexts([document.documentElement.lang, ...navigator.languages], name)
  // Outside a modal dialog nothing can be clicked, and the dialog covers it.
  const modal = CSS.supports('selector(:modal)') ? 'dialog:modal' : 'dialog[open]'
  const dialog = [...document.querySelectorAll(modal)].at(-1)
  const host = put(dialog ?? document.body, 'div', 'all:initial;position:fixed;z-index:2147483647;width:0;height:0;')
  host.className = 'rr-block'
  host.lang = texts.tag
  host.dir = texts.tag === 'ar' ? 'rtl' : 'ltr'
  return { host, root: host.attachShadow({ mode: 'open' }), texts }
}

/** Styles that are set one by one work under every policy of the page. */
function put<Tag extends 'div' | 'p' | 'button'>(parent: ParentNode & Node, tag: Tag, css: string, text = '') {
  const element = document.createElement(tag)
  element.style.cssText = css
  element.textContent = text
  parent.appendChild(element)
  return element
}

const isTyping = (element: Element | null) =>
  !!element?.matches('input, textarea, select, [contenteditable], [role=textbox]')
