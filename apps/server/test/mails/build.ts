import type { BouncedRecipient } from '../../src/platform/mail/incoming/read-bounce.js'
import type { Envelope, MailKind } from '../../src/platform/mail/incoming/classify-mail.js'

/** A mail in the shape of a real client, and what it must become. */
export interface CorpusMail {
  name: string
  raw: Buffer
  envelope?: Envelope
  becomes: {
    body: string
    kind?: MailKind
    /** The kinds of the text's parts, in order. */
    parts?: string[]
    from?: string | null
    subject?: string
    attachments?: string[]
    in_reply_to?: string[]
    bounced?: BouncedRecipient[]
    original_message_id?: string | null
    unreadable?: boolean
  }
}

const crlf = (text: string) => text.replace(/\r?\n/g, '\r\n')

/** From Carla to the help address, unless the headers say something else. */
export function mail(headers: string, content: string | Buffer): Buffer {
  const given = headers.trim()
  const has = (name: string) => new RegExp(`^${name}:`, 'im').test(given)
  const usual = [
    ...(has('From') ? [] : ['From: Carla Diaz <carla@example.test>']),
    ...(has('To') ? [] : ['To: Acme Help <help@acme.test>']),
    ...(has('Subject') ? [] : ['Subject: Re: Your order']),
    ...(has('Date') ? [] : ['Date: Mon, 4 Mar 2024 11:20:05 +0100']),
    ...(has('Message-ID') ? [] : ['Message-ID: <carla.1@mail.example.test>']),
    'MIME-Version: 1.0',
  ]
  const head = crlf([...usual, given].filter(Boolean).join('\n'))
  return Buffer.concat([
    // Content-* headers start the content of a mail with one part.
    Buffer.from(`${head}\r\n`),
    typeof content === 'string' ? Buffer.from(crlf(content)) : content,
  ])
}

/** A part with its headers, as it follows a boundary or the headers of a mail. */
export function part(type: string, text: string, more = '') {
  return `Content-Type: ${type}; charset="UTF-8"\nContent-Transfer-Encoding: quoted-printable\n${more}\n${quotedPrintable(text)}\n`
}

export const plain = (text: string) => part('text/plain', text)
export const html = (text: string) => part('text/html', text)

export function file(type: string, name: string, bytes: string | Buffer, disposition = 'attachment', more = '') {
  const lines = Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\n')
  return `Content-Type: ${type}; name="${name}"\nContent-Disposition: ${disposition}; filename="${name}"\nContent-Transfer-Encoding: base64\n${more}\n${lines}\n`
}

export function multipart(kind: string, parts: string[], boundary = `=_${kind.replace(/\W.*/, '')}_7f3a`) {
  const body = parts.map((text) => `--${boundary}\n${text}`).join('\n')
  return `Content-Type: multipart/${kind}; boundary="${boundary}"\n\n${body}\n--${boundary}--\n`
}

/** Both forms of one text. */
export const alternative = (text: string, markup: string) => multipart('alternative', [plain(text), html(markup)])

function quotedPrintable(text: string) {
  return text
    .split('\n')
    .map((line) => {
      const bytes = [...Buffer.from(line)].map((byte, at, all) => {
        const sign = String.fromCharCode(byte)
        const ends = at === all.length - 1 && byte === 0x20
        return byte > 126 || byte < 32 || sign === '=' || ends
          ? `=${byte.toString(16).toUpperCase().padStart(2, '0')}`
          : sign
      })
      const rows: string[] = []
      let row = ''
      for (const sign of bytes) {
        if (row.length + sign.length > 75) {
          rows.push(`${row}=`)
          row = ''
        }
        row += sign
      }
      return [...rows, row].join('\n')
    })
    .join('\n')
}
