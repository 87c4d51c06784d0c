import { fileTypeFromBuffer } from 'file-type'

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

  const text = readText(bytes)
  if (text !== undefined && !(type && TEXTUAL.test(type))) return markupType(text) ?? TEXTS[extension] ?? 'text/plain'
  if (type === 'application/x-cfb') return OLD_OFFICE[extension] ?? type
  return type ?? 'application/octet-stream'
}

/** Valid UTF-8 without control characters, else undefined. */
function readText(bytes: Uint8Array) {
  if (bytes.length === 0) return undefined
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    // oxlint-disable-next-line no-control-regex
    return /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f\u007f]/.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

/** Browsers sniff this many bytes for HTML. */
function markupType(text: string) {
  const head = text.slice(0, 1024)
  if (!head.trimStart().startsWith('<')) return undefined
  return MARKUP.find(([, opening]) => opening.test(head))?.[0]
}
