import { classifyMail, type Envelope, type MailKind } from './classify-mail.js'
import { foldHtml, type FoldedHtml } from './fold-html.js'
import { foldText, type FoldedPart } from './fold-text.js'
import { parseMail, type ParsedMail } from './parse-mail.js'
import { isForwardSubject } from './quote-phrases.js'
import { readBounce, type BounceReport } from './read-bounce.js'

export interface IncomingMail extends ParsedMail {
  kind: MailKind
  /** The header or fact that decided the kind. Null for a person. */
  kind_reason: string | null
  /** The text of the message: without quoted history and signature. */
  body: string
  /** The whole text, in parts. */
  parts: FoldedPart[]
  /** With `data-folded` at quotes and signatures. */
  readonly folded_html: string | null
  /** Without quotes and signatures. */
  readonly visible_html: string | null
  /** Of a bounce or a complaint. */
  report: BounceReport | null
}

/** Reads a raw mail completely. Never throws. */
export async function readMail(raw: Uint8Array, envelope: Envelope): Promise<IncomingMail> {
  const mail = await parseMail(raw)
  const { kind, kind_reason } = classifyMail(mail, envelope)
  const forwarded = isForwardSubject(mail.subject)
  // Folding HTML is slow, and a mail with a text needs it only when somebody reads the mail.
  let folded: FoldedHtml | undefined
  const html = () => (folded ??= mail.html === null ? undefined : foldHtml(mail.html, { forwarded }))
  const text = mail.text?.trim() ? foldText(mail.text, { forwarded }) : html()
  return {
    ...mail,
    kind,
    kind_reason,
    body: text?.body ?? '',
    parts: text?.parts ?? [],
    get folded_html() {
      return html()?.html ?? null
    },
    get visible_html() {
      return html()?.visible_html ?? null
    },
    report: kind === 'bounce' || kind === 'complaint' ? readBounce(mail) : null,
  }
}
