import type { Address, Attachment, Email } from 'postal-mime'
import { canonicalEmail } from '../../canonical.js'
import { isMailAddress } from '../compose.js'
import { cutAttachments } from './cut-attachments.js'
import { decodeUtf7, isUtf7 } from './decode-utf7.js'
import { parseLines } from './line-parser.js'

export interface MailPerson {
  name: string | null
  /** As written, without invisible characters. */
  email: string
}

export interface MailAttachment {
  filename: string
  content_type: string
  /** Without angle brackets. HTML refers to it as `cid:`. */
  content_id: string | null
  /** Shown inside the HTML. */
  inline: boolean
  bytes: Uint8Array
}

/** A mail as its sender wrote it. Every field is their claim. */
export interface ParsedMail {
  /** Message-IDs have their angle brackets. */
  message_id: string | null
  in_reply_to: string[]
  /** Oldest first. */
  references: string[]
  from: MailPerson | null
  reply_to: MailPerson[]
  to: MailPerson[]
  cc: MailPerson[]
  subject: string
  date: Date | null
  text: string | null
  html: string | null
  attachments: MailAttachment[]
  /** By lower-case name, in the order of the mail. */
  headers: ReadonlyMap<string, string[]>
  /** Why only the headers, or not even those, could be read. */
  unreadable: string | null
}

const MAX_PEOPLE = 100
const MAX_REFERENCES = 100
const MAX_ATTACHMENTS = 100
const LONGEST_SUBJECT = 1_000
const LONGEST_NAME = 255
const LONGEST_ID = 500
/** Of the text and of the HTML, in characters. The raw mail keeps the rest. */
const LONGEST_BODY = 1_000_000
/** The part of an unreadable mail in which headers are searched. */
const HEAD_BYTES = 64 * 1024

/** Never throws: a mail that cannot be parsed is returned with the reason in `unreadable`. */
export async function parseMail(raw: Uint8Array): Promise<ParsedMail> {
  try {
    const email = await parseWithoutAttachments(raw)
    if (!isUtf7(raw)) return toParsedMail(email, null)
    const decoded = (text: string | undefined) => text && decodeUtf7(text)
    return toParsedMail({ ...email, text: decoded(email.text), html: decoded(email.html) }, null)
  } catch (error) {
    const unreadable = error instanceof Error ? error.message : 'The mail cannot be parsed'
    const head = await parseLines(headOf(raw)).catch(() => undefined)
    return toParsedMail({ headers: [], headerLines: [], ...head, attachments: [] }, unreadable)
  }
}

/** Attachments are cut out before and put back after. If a mark is elsewhere, as in an attached mail, all is parsed again. */
async function parseWithoutAttachments(raw: Uint8Array): Promise<Email> {
  const cut = cutAttachments(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength))
  const email = await parseLines(cut.raw)
  if (cut.attachments.size === 0) return email
  const found = email.attachments.map(({ content }) => cut.attachments.get(markIn(content)))
  if (found.filter(Boolean).length < cut.attachments.size) return parseLines(raw)
  const attachments = email.attachments.map((one, at) => ({ ...one, content: found[at]?.() ?? one.content }))
  return { ...email, attachments }
}

const LONGEST_MARK = 100

const markIn = (content: Attachment['content']) =>
  typeof content === 'string' || content.byteLength > LONGEST_MARK ? '' : Buffer.from(content as ArrayBuffer).toString()

function headOf(raw: Uint8Array) {
  const head = Buffer.from(raw.subarray(0, HEAD_BYTES)).toString('latin1')
  const lines = head.split(/\r?\n\r?\n/, 1)[0]?.split(/\r?\n(?![ \t])/) ?? []
  // Without its content type a mail has a single part, so the parts that failed are not read again.
  const readable = lines.filter((line) => line.length < 8_000 && !/^content-/i.test(line))
  return Buffer.from(`${readable.join('\r\n')}\r\n\r\n`, 'latin1')
}

function toParsedMail(email: Email, unreadable: string | null): ParsedMail {
  const headers = collectHeaders(email)
  return {
    message_id: messageIdsIn(email.messageId)[0] ?? null,
    in_reply_to: messageIdsIn(email.inReplyTo).slice(0, MAX_REFERENCES),
    references: messageIdsIn(email.references).slice(-MAX_REFERENCES),
    // `Sender` names somebody only where From is missing. Nobody verifies it.
    from: peopleIn([email.from ?? email.sender])[0] ?? null,
    reply_to: peopleIn(email.replyTo),
    to: peopleIn(email.to),
    cc: peopleIn(email.cc),
    subject: oneLine(email.subject ?? '', LONGEST_SUBJECT),
    date: dateOf(email.date),
    text: unreadable ? null : bodyOf(email.text),
    html: unreadable ? null : bodyOf(email.html),
    attachments: email.attachments.slice(0, MAX_ATTACHMENTS).map(toAttachment),
    headers,
    unreadable,
  }
}

function collectHeaders({ headers }: Email) {
  const collected = new Map<string, string[]>()
  for (const { key, value } of headers) {
    const values = collected.get(key)
    if (values) values.push(value)
    else collected.set(key, [value])
  }
  return collected
}

/**
 * Clients write these lists with commas, comments and line breaks, so only the ids themselves are read. An id with a control
 * character is none: PostgreSQL stores no NUL.
 */
export function messageIdsIn(text: string | undefined): string[] {
  return [...new Set(text?.slice(0, 100_000).match(/<[^<>\s\p{Cc}]{1,500}>/gu))]
}

function peopleIn(addresses: Array<Address | undefined> | undefined): MailPerson[] {
  const people: MailPerson[] = []
  const known = new Set<string>()
  for (const entry of addresses ?? []) {
    for (const { name, address } of entry?.group ?? (entry?.address === undefined ? [] : [entry])) {
      if (people.length === MAX_PEOPLE) return people
      const email = address.replace(/[\s\p{C}]/gu, '')
      const key = canonicalEmail(email)
      if (!isMailAddress(email) || known.has(key)) continue
      known.add(key)
      people.push({ name: oneLine(name, LONGEST_NAME) || null, email })
    }
  }
  return people
}

/** Direction marks can make one address look like another, so names and subjects lose them. */
function oneLine(text: string, longest: number) {
  const plain = withoutControls(text.slice(0, longest * 4).toWellFormed())
    .replace(/[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return Array.from(plain).slice(0, longest).join('')
}

/** PostgreSQL stores no NUL. */
const bodyOf = (text: string | undefined) =>
  text === undefined
    ? null
    : withoutControls(text.slice(0, LONGEST_BODY).toWellFormed()).replaceAll('\0', '').replace(/\r\n?/g, '\n')

/**
 * Node.js 20 decodes windows-1252 as ISO-8859-1: the euro sign and typographic quotes become control characters, which
 * no mail means.
 */
const withoutControls = (text: string) =>
  text.replace(/[\u0080-\u009f]/g, (sign) => WINDOWS_1252[sign.charCodeAt(0) - 0x80] ?? '')

const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

function dateOf(text: string | undefined) {
  const date = new Date(text ?? '')
  const year = date.getUTCFullYear()
  return year >= 1970 && year < 10_000 ? date : null
}

function toAttachment({ filename, mimeType, disposition, related, contentId, content }: Attachment): MailAttachment {
  return {
    filename: filename?.trim() || defaultName(mimeType),
    content_type: mimeType,
    content_id: contentId === undefined ? null : oneLine(contentId.replace(/^<|>$/g, ''), LONGEST_ID),
    inline: Boolean(contentId) && (related === true || disposition === 'inline'),
    bytes: bytesOf(content),
  }
}

function bytesOf(content: Attachment['content']) {
  if (content instanceof Uint8Array) return content
  return typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)
}

function defaultName(content_type: string) {
  if (content_type === 'message/rfc822') return 'message.eml'
  if (content_type === 'text/calendar') return 'invite.ics'
  return content_type.startsWith('image/') ? `image.${content_type.slice('image/'.length)}` : 'attachment'
}
