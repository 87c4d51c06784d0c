import { fileTypeFromBuffer } from 'file-type'
import { isUtf8 } from 'node:buffer'
import { takeTurn } from '../turns.js'

/** Types of text files by extension. Programs that do not know them read plain text. */
const TEXTS: Record<string, string> = {
  csv: 'text/csv',
  md: 'text/markdown',
  json: 'application/json',
  ics: 'text/calendar',
}

/** Old office formats share one container, so only the name tells them apart. */
const OLD_OFFICE: Record<string, string> = {
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  msg: 'application/vnd.ms-outlook',
}

const MARKUP: Array<[type: string, opening: RegExp]> = [
  ['image/svg+xml', /<svg[\s>]/i],
  [
    'text/html',
    /<(!doctype|html|head|body|script|iframe|meta|base|style|title|a|div|p|img|form|object|embed|link)[\s/>]/i,
  ],
  ['application/xml', /^\s*<[?!a-z]/i],
]

/** Text formats with a magic number of their own. Any other magic number in a text is a coincidence. */
const TEXTUAL = /^(application\/(pdf|rtf|postscript|eps)|text\/\w+)$/

/** Decided by the bytes, never by the sender's claim. The name only distinguishes kinds of plain data. */
export async function decideContentType(bytes: Uint8Array, name: string): Promise<string> {
  const extension = name.split('.').at(-1)?.toLowerCase() ?? ''
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
  const type = found?.mime.split(';', 1)[0]

  if (!(type && TEXTUAL.test(type)) && (await isText(bytes)))
    return markupType(bytes) ?? TEXTS[extension] ?? 'text/plain'
  if (type === 'application/x-cfb') return OLD_OFFICE[extension] ?? type
  return type ?? 'application/octet-stream'
}

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f\u007f]/
/** As many bytes as can be searched in a millisecond. */
const AT_ONCE = 262_144

/** Valid UTF-8 without control characters. These are single bytes in UTF-8, so nothing is decoded. */
async function isText(bytes: Uint8Array) {
  if (bytes.length === 0 || !isUtf8(bytes)) return false
  for (let at = 0; at < bytes.length; at += AT_ONCE) {
    if (at > 0) await takeTurn()
    if (CONTROL.test(latin1(bytes.subarray(at, at + AT_ONCE)))) return false
  }
  return true
}

const latin1 = ({ buffer, byteOffset, length }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, length).toString('latin1')

/** Browsers sniff this many characters for HTML. */
const SNIFFED = 1_024

function markupType(bytes: Uint8Array) {
  const head = new TextDecoder().decode(bytes.subarray(0, 4 * SNIFFED)).slice(0, SNIFFED)
  if (!head.trimStart().startsWith('<')) return undefined
  return MARKUP.find(([, opening]) => opening.test(head))?.[0]
}
