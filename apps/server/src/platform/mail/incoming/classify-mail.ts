import type { ParsedMail } from './parse-mail.js'
import { isBounce, isComplaint } from './read-bounce.js'

/**
 * Who wrote a mail. `notification`: a program or a list. An `auto-reply` answers a mail of ours, for example with an
 * out-of-office note.
 */
export type MailKind = 'person' | 'notification' | 'auto-reply' | 'bounce' | 'complaint'

export interface Envelope {
  /** Empty for the null return path of bounces. Undefined when the source does not say. */
  from?: string | undefined
  to: string[]
  /** Recipients that the source read from the headers. They count before ours, and only if `to` is empty. */
  named?: string[] | undefined
}

/** The mail's kind, and the header or fact that decided it. Only a person may get an automatic mail. */
export function classifyMail(mail: ParsedMail, envelope: Envelope): { kind: MailKind; kind_reason: string | null } {
  const header = (name: string) => mail.headers.get(name)?.[0]?.trim().toLowerCase()
  if (isComplaint(mail)) return { kind: 'complaint', kind_reason: 'feedback report' }
  if (isBounce(mail, envelope)) return { kind: 'bounce', kind_reason: 'delivery status report' }

  const automatic = automaticReason(mail, envelope, header)
  if (!automatic) return { kind: 'person', kind_reason: null }
  return { kind: answersMail(mail, envelope, header) ? 'auto-reply' : 'notification', kind_reason: automatic }
}

type HeaderOf = (name: string) => string | undefined

function automaticReason(mail: ParsedMail, envelope: Envelope, header: HeaderOf): string | undefined {
  const submitted = header('auto-submitted')
  if (submitted && !/^no\b/.test(submitted)) return 'Auto-Submitted'
  const flag = AUTO_REPLY_HEADERS.find((name) => mail.headers.has(name))
  if (flag) return spell(flag)
  if (/^(?:bulk|junk|list|auto_reply)\b/.test(header('precedence') ?? '')) return 'Precedence'
  if (mail.headers.has('list-id')) return 'List-Id'
  if (mail.headers.has('list-unsubscribe')) return 'List-Unsubscribe'
  if (mail.headers.has('feedback-id')) return 'Feedback-ID'
  if (hasNullReturnPath(envelope, header)) return 'null return path'
  if (AUTO_REPLY_SUBJECT.test(mail.subject)) return 'subject of an automatic reply'
  if (/(?:none|all|oof|autoreply)/.test(header('x-auto-response-suppress') ?? '')) return 'X-Auto-Response-Suppress'
  if (ROBOT.test(mail.from?.email ?? '')) return 'sender that reads no mail'
  return undefined
}

const AUTO_REPLY_HEADERS = ['x-autoreply', 'x-autorespond', 'x-autoresponder', 'x-auto-reply']

const hasNullReturnPath = (envelope: Envelope, header: HeaderOf) =>
  envelope.from === '' || header('return-path') === '<>'

function answersMail(mail: ParsedMail, envelope: Envelope, header: HeaderOf) {
  return Boolean(
    header('auto-submitted')?.startsWith('auto-replied') ||
    header('precedence')?.startsWith('auto_reply') ||
    AUTO_REPLY_HEADERS.some((name) => mail.headers.has(name)) ||
    (AUTO_REPLY_SUBJECT.test(mail.subject) && confirmsSubject(mail, envelope, header)) ||
    // Exchange calls an out-of-office note generated.
    (mail.in_reply_to.length > 0 && !mail.headers.has('list-id') && header('auto-submitted') === 'auto-generated'),
  )
}

/**
 * People write about automatic replies, too ("Automatic reply is not working"), and an auto-reply becomes no message. So its subject
 * needs a second sign. A newsletter's headers are none.
 */
function confirmsSubject(mail: ParsedMail, envelope: Envelope, header: HeaderOf) {
  const submitted = header('auto-submitted')
  return Boolean(
    mail.in_reply_to.length > 0 ||
    mail.references.length > 0 ||
    hasNullReturnPath(envelope, header) ||
    (submitted && !/^no\b/.test(submitted)) ||
    /^(?:bulk|junk)\b/.test(header('precedence') ?? '') ||
    mail.headers.has('x-auto-response-suppress'),
  )
}

/** As mail servers write it in the product's languages. */
const AUTO_REPLY_SUBJECT =
  /^(?:auto(?:matic)?[ -]?reply|out of (?:the )?office|automatische antwort|abwesenheits|réponse automatique|absence du bureau|respuesta automática|fuera de la oficina|resposta automática|自動応答|自動返信|رد تلقائي)/i

const ROBOT = /^(?:no-?reply|do-?not-?reply|mailer-daemon|postmaster|bounces?|notifications?)(?:[+._-].*)?@/i

const spell = (name: string) =>
  name.replace(/(^|-)([a-z])/g, (_all, dash: string, first: string) => dash + first.toUpperCase())
