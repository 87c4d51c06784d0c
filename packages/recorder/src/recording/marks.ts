import { PRIVATE, safeMessage, safeUrl } from './masks.js'

export type Mark =
  | { tag: 'page'; payload: { url: string; title: string } }
  | { tag: 'click' | 'rage_click'; payload: { text: string } }
  | { tag: 'error'; payload: { message: string } }
  | { tag: 'slowed'; payload: { reason: string } }
  /** The visitor went to a page that is not recorded. */
  | { tag: 'paused'; payload: { text: '' } }

const RAGE_CLICKS = 3
const RAGE_MS = 1000
const RAGE_PX = 30
/** A page in a loop of errors would fill the recording. */
const MOST_ERRORS = 50
const LONGEST_TEXT = 60

export const pageMark = (mask_text: boolean): Mark => ({
  tag: 'page',
  payload: { url: safeUrl(location.href), title: mask_text ? '' : document.title.slice(0, 200) },
})

/** The text of the mark on the timeline. */
export const textOf = ({ tag, payload }: Mark) =>
  (tag === 'page'
    ? payload.url
    : tag === 'error'
      ? payload.message
      : tag === 'slowed'
        ? payload.reason
        : payload.text
  ).slice(0, 200)

/** Reports clicks, repeated clicks at one place and errors, until the returned function is called. */
export function watchMarks(mask_text: boolean, report: (mark: Mark) => void) {
  const ended = new AbortController()
  const { signal } = ended
  let clicks: Array<{ at: number; x: number; y: number }> = []
  let errors = 0
  let lastError = ''

  const click = ({ target, clientX: x, clientY: y }: MouseEvent) => {
    if (!(target instanceof Element)) return
    const at = Date.now()
    clicks = clicks.filter((one) => at - one.at < RAGE_MS && Math.hypot(one.x - x, one.y - y) < RAGE_PX)
    clicks.push({ at, x, y })
    const isRage = clicks.length === RAGE_CLICKS
    report({ tag: isRage ? 'rage_click' : 'click', payload: { text: mask_text ? '' : nameOf(target) } })
    if (isRage) clicks = []
  }
  const fail = (what: unknown) => {
    const message = safeMessage(String(what))
    if (message === lastError || ++errors > MOST_ERRORS) return
    lastError = message
    report({ tag: 'error', payload: { message: mask_text ? '' : message } })
  }

  document.addEventListener('click', click, { capture: true, passive: true, signal })
  addEventListener('error', ({ message }) => fail(message), { signal })
  addEventListener('unhandledrejection', ({ reason }) => fail((reason as Error)?.message ?? reason), { signal })
  return () => ended.abort()
}

const CONTROLS = 'a, button, summary, label, input, textarea, select, [role]'
const FIELD = /^(input|textarea|select)$/i

/** The name of the control. Never what somebody typed. */
function nameOf(target: Element) {
  const control = target.closest(CONTROLS) ?? (target.childElementCount === 0 ? target : undefined)
  if (!control || control.closest(PRIVATE) || control.querySelector(PRIVATE)) return ''
  const named = control.getAttribute('aria-label') ?? control.getAttribute('placeholder')
  const own = FIELD.test(control.tagName) ? buttonText(control) : textIn(control)
  return (named ?? own ?? '').trim().replace(/\s+/g, ' ').slice(0, LONGEST_TEXT)
}

/** Without the text of fields: a label or a dialog may contain a text area. */
const textIn = (node: Node): string | null =>
  FIELD.test(node.nodeName)
    ? ''
    : node.nodeName === '#text'
      ? node.nodeValue
      : Array.from(node.childNodes, textIn).join('')

const buttonText = (field: Element) =>
  /^(submit|button|reset)$/i.test(field.getAttribute('type') ?? '') ? field.getAttribute('value') : ''
