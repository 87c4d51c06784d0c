import type { EmailSummary } from '@papercups/contract'
import type { IncomingMail } from '../../../platform/mail/incoming/read-mail.js'

/** Larger HTML is read from the raw mail when somebody wants to see it. */
const LARGEST_HTML = 20_000
const MOST_FOLDED = 100_000
/** Plain text in HTML is shown as text. */
const FORMATTED = /<(?:a|b|blockquote|code|em|font|h[1-6]|hr|i|img|ol|pre|s|strong|table|u|ul)[\s>/]/i

export type StoredSummary = Pick<EmailSummary, 'from' | 'to' | 'cc' | 'html' | 'pictures' | 'has_more'>

/** Stored with the mail, so that a long thread opens without reading its raw mails. */
export function summarize(mail: IncomingMail, pictures: EmailSummary['pictures']): StoredSummary {
  const { from, to, cc, parts } = mail
  const whole = mail.html && FORMATTED.test(mail.html) ? mail.html : null
  // Folding large HTML is slow, and a mail waits for it.
  const visible = whole && whole.length <= MOST_FOLDED ? mail.visible_html : null
  const formatted = visible && FORMATTED.test(visible) ? visible : null
  const is_large = whole !== null && (whole.length > MOST_FOLDED || (formatted?.length ?? 0) > LARGEST_HTML)
  const has_folded = parts.some(({ kind, text }) => kind !== 'text' && text.trim() !== '')
  return { from, to, cc, html: is_large ? null : formatted, pictures, has_more: is_large || has_folded }
}

/** HTML refers to a picture by its content id. */
export const picturesOf = (content_ids: ReadonlyArray<string | null>, file_ids: readonly string[]) =>
  content_ids.flatMap((cid, at) => (cid && file_ids[at] ? { cid, file_id: file_ids[at] } : []))
