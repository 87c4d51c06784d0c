import type { Envelope } from './classify-mail.js'
import { messageIdsIn, type ParsedMail } from './parse-mail.js'

export interface BouncedRecipient {
  email: string
  /** `delayed`: the server keeps trying. */
  action: 'failed' | 'delayed'
  /** As `5.1.1`. */
  status: string | null
  /** The words of the server that refused the mail. */
  diagnostic: string | null
}

/** A report about mails of ours: a bounce, or a complaint of the recipient's provider. */
export interface BounceReport {
  /** The Message-ID of our mail. */
  original_message_id: string | null
  recipients: BouncedRecipient[]
}

const MAX_RECIPIENTS = 100
const DAEMON = /^(?:mailer-daemon|postmaster|mdaemon)@/i

export const isComplaint = (mail: ParsedMail) => hasPart(mail, 'message/feedback-report')

export function isBounce(mail: ParsedMail, envelope: Envelope) {
  if (hasPart(mail, 'message/delivery-status')) return true
  if (mail.headers.has('x-failed-recipients')) return true
  // Old servers report in plain text.
  const from_daemon = DAEMON.test(mail.from?.email ?? '')
  return from_daemon && (envelope.from === '' || BOUNCE_SUBJECT.test(mail.subject))
}

const BOUNCE_SUBJECT =
  /undeliver|delivery (?:status|failure|has failed)|failure notice|returned mail|mail delivery failed|unzustellbar|non remis|no se puede entregar|não (?:foi )?entreg|配信不能|تعذر التسليم/i

export function readBounce(mail: ParsedMail): BounceReport {
  const status = textOf(mail, 'message/delivery-status') ?? textOf(mail, 'message/feedback-report')
  const recipients = status ? readRecipients(status) : []
  return {
    original_message_id: originalMessageId(mail),
    recipients: (recipients.length > 0 ? recipients : recipientsInHeaders(mail)).slice(0, MAX_RECIPIENTS),
  }
}

/** Groups of fields, separated by blank lines: the first is about the report, the others about one recipient each. */
function readRecipients(text: string): BouncedRecipient[] {
  return text.split(/\n\s*\n/).flatMap((group) => {
    const fields = readFields(group)
    const email = addressIn(
      fields.get('final-recipient') ?? fields.get('original-recipient') ?? fields.get('original-rcpt-to'),
    )
    if (!email) return []
    const action = fields.get('action')?.toLowerCase() ?? 'failed'
    if (action !== 'failed' && action !== 'delayed') return []
    const status = /\d\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0] ?? null
    const diagnostic =
      fields
        .get('diagnostic-code')
        ?.replace(/^[\w-]+;\s*/, '')
        .slice(0, 1_000) ?? null
    return [{ email, action, status, diagnostic }]
  })
}

/** Exim and Gmail name them in a header too. */
function recipientsInHeaders({ headers }: ParsedMail): BouncedRecipient[] {
  const named = headers.get('x-failed-recipients')?.join(',') ?? ''
  return named.split(',').flatMap((text) => {
    const email = addressIn(text)
    return email ? [{ email, action: 'failed' as const, status: null, diagnostic: null }] : []
  })
}

function originalMessageId(mail: ParsedMail) {
  const original =
    textOf(mail, 'message/rfc822') ?? textOf(mail, 'text/rfc822-headers') ?? textOf(mail, 'message/rfc822-headers')
  const inReport = original && messageIdsIn(readFields(original.split(/\n\s*\n/, 1)[0] ?? '').get('message-id'))[0]
  // Reports in plain text quote our headers in their own text.
  const inText = messageIdsIn(/^\s*>?\s*message-id:[^\n]*/im.exec(mail.text ?? '')?.[0])[0]
  return inReport ?? inText ?? mail.in_reply_to[0] ?? null
}

const addressIn = (text: string | undefined) =>
  /[^\s<>;:,"]+@[^\s<>;:,"]+/.exec(text?.slice(0, 1_000) ?? '')?.[0] ?? null

function readFields(text: string) {
  const fields = new Map<string, string>()
  for (const line of text.replace(/\n[ \t]+/g, ' ').split('\n')) {
    const at = line.indexOf(':')
    if (at > 0) fields.set(line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim())
  }
  return fields
}

const hasPart = ({ attachments }: ParsedMail, type: string) =>
  attachments.some(({ content_type }) => content_type === type)

function textOf({ attachments }: ParsedMail, type: string) {
  const part = attachments.find(({ content_type }) => content_type === type)
  return part && Buffer.from(part.bytes.subarray(0, 100_000)).toString('utf8').replace(/\r\n?/g, '\n')
}
