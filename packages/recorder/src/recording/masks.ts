/** Elements that are left out. Their size is kept. */
export const BLOCKED = '[data-private], input[type=hidden]'
/** People type in these, too. */
const EDITABLE = '[contenteditable]:not([contenteditable=false]), [role=textbox]'
const RECORDED = '[data-record]'

/** Elements whose text is masked. */
export const maskedTexts = (mask_text: boolean) =>
  mask_text ? '*' : EDITABLE.replace(/(?=,|$)/g, `:not(${RECORDED}):not(${RECORDED} *)`)

/** Text of these never appears in a mark. */
export const PRIVATE = `[data-private], .rr-block, .rr-mask, ${EDITABLE}`

export const stars = (text: string) => text.replace(/\S/g, '*')

/** Never recorded, however the site marks it. */
const isSecret = (field: Element) =>
  /^(password|hidden)$/i.test(field.getAttribute('type') ?? '') ||
  // Set by the recording library when a site shows a password as text.
  field.hasAttribute('data-rr-is-password') ||
  /\b(cc-|.*-password|one-time-code)/i.test(field.getAttribute('autocomplete') ?? '')

/** Whether the site marked the field as harmless. */
export const isRecorded = (field: Element) =>
  field.closest(RECORDED) !== null && field.closest('.rr-mask, .rr-ignore') === null && !isSecret(field)

export function maskInput(text: string, field?: Element) {
  if (field && isRecorded(field)) return text
  // The length of a secret is a part of it, and the length of a choice tells which one it is.
  return field && text && (isSecret(field) || field.tagName === 'SELECT') ? '********' : stars(text)
}

/** Digits in one piece, or in the groups that are printed on cards. */
const CARD =
  /(\\?":-?|\d\.)?(?:\d{13,19}|\d{4}([ \u00a0-])(?:\d{4}\2\d{4}\2\d{1,4}(?:\2\d{1,3}(?!\d))?|\d{6}\2\d{4,5}))/g

/** Replaces the digits of card numbers in JSON. Numbers of JSON itself, for example times, are kept. */
export function maskCards(json: string) {
  let masked = ''
  let done = 0
  CARD.lastIndex = 0
  for (let match = CARD.exec(json); match; match = CARD.exec(json)) {
    const [text, prefix = '', separator] = match
    const isNumber = prefix.startsWith('"') || prefix.endsWith('.')
    if (!isNumber && hasCardNumber(text)) {
      masked += json.slice(done, match.index) + text.replace(/\d/g, '*')
      done = CARD.lastIndex
    } else if (separator) CARD.lastIndex = match.index + prefix.length + 4
  }
  return masked + json.slice(done)
}

/** Also without the last group, which may be a date or a security code. */
function hasCardNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  return digits.length > 12 && (isCardNumber(digits) || hasCardNumber(text.replace(/(^|\D)\d+$/, '')))
}

/** The checksum of card numbers (Luhn). */
function isCardNumber(digits: string) {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i])
    sum += i % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2
  }
  return sum % 10 === 0
}

/** Drops the values of the query and the fragment, which may be tokens. A route in the fragment is kept. */
export function safeUrl(url: string) {
  const [page = '', fragment = ''] = url.split('#')
  const [path, query = ''] = page.split('?')
  const names = query.split('&').flatMap((pair) => (pair.includes('=') ? pair.split('=')[0] : []))
  const [route = ''] = /^!?\/[^?]*/.exec(fragment) ?? []
  return path + (names.length > 0 ? `?${names.join('&')}` : '') + (route && `#${route}`)
}

/** For messages of errors: without the queries of URLs, and short. */
export const safeMessage = (text: string) => text.replace(/([?#])[^\s"')]+/g, '$1…').slice(0, 200)
