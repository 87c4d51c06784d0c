import type { SendMailOptions } from 'nodemailer'

export interface Mail {
  /** The sender's account. */
  account_id: string
  to: string | string[]
  cc?: string[] | undefined
  bcc?: string[] | undefined
  subject: string
  text: string
  html?: string | undefined
  /** The display name. The email is always the product's own. */
  from_name?: string | undefined
  reply_to?: string | undefined
  /** Bounces go there instead of to the sender. Mailgun ignores it: its domain gets them. */
  envelope_from?: string | undefined
  /** Message-IDs, with their angle brackets. */
  message_id?: string | undefined
  in_reply_to?: string | undefined
  references?: string[] | undefined
  attachments?: Array<{ filename: string; content_type: string; bytes: Buffer }> | undefined
  /** Written by a person. Other mails are marked as automatic, so that out-of-office robots do not reply. */
  personal?: boolean | undefined
  /** One click ends such mail (RFC 8058). */
  unsubscribe_url?: string | undefined
}

/** A checked mail, ready for a transport. */
export interface ComposedMail extends SendMailOptions {
  account_id: string
  from: { name: string; address: string }
  to: string[]
  cc: string[]
  bcc: string[]
  replyTo: string | undefined
  subject: string
  text: string
  html: string | undefined
  headers: Record<string, string>
  attachments: Array<{ filename: string; contentType: string; content: Buffer }>
}

/** The mail itself is invalid: a retry would fail, too. */
export class MailRefused extends Error {}

const MAX_RECIPIENTS = 100
const LONGEST_SUBJECT = 998
const MESSAGE_ID = /^<[^<>\s]{1,900}>$/

/** Checks every part that becomes a header: a line break would let its writer add headers. */
export function compose(mail_from: string, mail: Mail): ComposedMail {
  const to = [mail.to].flat().map(checkAddress)
  const cc = (mail.cc ?? []).map(checkAddress)
  const bcc = (mail.bcc ?? []).map(checkAddress)
  const count = to.length + cc.length + bcc.length
  if (to.length === 0) throw new MailRefused('A mail needs a recipient')
  if (count > MAX_RECIPIENTS) throw new MailRefused(`A mail to ${count} recipients is refused`)
  return {
    account_id: mail.account_id,
    from: senderOf(mail_from, mail.from_name),
    to,
    cc,
    bcc,
    replyTo: mail.reply_to && checkAddress(mail.reply_to),
    subject: checkLine('subject', mail.subject, LONGEST_SUBJECT),
    text: mail.text,
    html: mail.html,
    messageId: mail.message_id && checkMessageId(mail.message_id),
    ...(mail.envelope_from && { envelope: { from: checkAddress(mail.envelope_from), to: [...to, ...cc, ...bcc] } }),
    inReplyTo: mail.in_reply_to && checkMessageId(mail.in_reply_to),
    references: mail.references?.slice(-50).map(checkMessageId),
    headers: {
      ...(!mail.personal && { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }),
      ...(mail.unsubscribe_url && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    ...(mail.unsubscribe_url && { list: { unsubscribe: checkLine('link', mail.unsubscribe_url, 900) } }),
    attachments: (mail.attachments ?? []).map(({ filename, content_type, bytes }) => ({
      filename: checkLine('file name', filename, 255),
      contentType: checkLine('content type', content_type, 255),
      content: bytes,
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Loose on purpose: only the mail server knows whether a mailbox exists. */
export function isMailAddress(text: string) {
  const [local = '', domain = '', ...more] = text.split('@')
  if (more.length > 0 || text.length > 254 || local.length > 64) return false
  return (
    /^[^\s\p{C}<>()[\],;:\\"]+$/u.test(local) &&
    /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}.-]*[\p{L}\p{N}\p{M}])?$/u.test(domain)
  )
}

function checkAddress(text: string) {
  if (!isMailAddress(text)) throw new MailRefused('A mail address is not valid')
  return text
}

function checkLine(part: string, text: string, longest: number) {
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  if (/[\u0000-\u001f\u007f\u2028\u2029]/.test(text)) throw new MailRefused(`The ${part} of a mail holds a line break`)
  if (text.length > longest) throw new MailRefused(`The ${part} of a mail is too long`)
  return text
}

function checkMessageId(text: string) {
  if (!MESSAGE_ID.test(text)) throw new MailRefused('A Message-ID is not valid')
  return text
}

function senderOf(mail_from: string, from_name: string | undefined) {
  const [, name = '', address = mail_from] = /^\s*"?([^"<]*?)"?\s*<([^<>]+)>$/.exec(mail_from) ?? []
  return { name: from_name === undefined ? name : checkLine('sender', from_name, 255), address }
}
