import { createTransport } from 'nodemailer'
import { UploadedFile } from '../../../platform/http/body.js'

/** Besides the headers of people, ids and the date, which nodemailer writes itself. */
const KEPT =
  /^(?:auto-submitted|precedence|list-id|list-unsubscribe|x-auto-response-suppress|x-autoreply|x-forwarded-to)$/i

type Call = Record<string, unknown>

/**
 * Writes the mail again from the fields of a parsed one, so that it takes the same way as every mail. Signatures do not
 * survive that, so nobody vouches for its sender.
 */
export async function composeFromMailgun(call: Call): Promise<Buffer> {
  const headers = headersOf(call)
  const header = (name: string) => headers.find(([key]) => key.toLowerCase() === name)?.[1]
  const date = new Date(header('date') ?? '')
  const mime = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { message } = await mime.sendMail({
    from: header('from') ?? textOf(call.from) ?? textOf(call.sender),
    to: header('to'),
    cc: header('cc'),
    replyTo: header('reply-to'),
    subject: textOf(call.subject) ?? header('subject'),
    ...(header('message-id') && { messageId: header('message-id') }),
    ...(Number.isNaN(date.getTime()) ? {} : { date }),
    inReplyTo: header('in-reply-to'),
    references: header('references'),
    headers: headers.filter(([key]) => KEPT.test(key)).map(([key, value]) => ({ key, value })),
    text: textOf(call['body-plain']),
    html: textOf(call['body-html']),
    attachments: attachmentsOf(call),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return message as Buffer
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** `message-headers` is a list of names and values, as JSON. */
function headersOf(call: Call): Array<[name: string, value: string]> {
  const list = jsonOf(call['message-headers'])
  if (!Array.isArray(list)) return []
  return list.slice(0, 1_000).flatMap((one: unknown) => {
    const [name, value]: unknown[] = Array.isArray(one) ? one : []
    return typeof name === 'string' && typeof value === 'string' ? [[name, value] as [string, string]] : []
  })
}

/** `attachment-1` and so on. `content-id-map` names the fields of pictures inside the HTML. */
function attachmentsOf(call: Call) {
  const cids = new Map(
    Object.entries((jsonOf(call['content-id-map']) as object | undefined) ?? {}).map(([cid, field]) => [field, cid]),
  )
  return Object.entries((call.files as object | undefined) ?? {}).flatMap(([field, file]: [string, unknown]) => {
    if (!(file instanceof UploadedFile)) return []
    const cid = cids.get(field)?.replace(/^<|>$/g, '')
    return { filename: file.filename, content: file.bytes, ...(cid && { cid }) }
  })
}

function jsonOf(value: unknown): unknown {
  try {
    return typeof value === 'string' ? JSON.parse(value) : undefined
  } catch {
    return undefined
  }
}
