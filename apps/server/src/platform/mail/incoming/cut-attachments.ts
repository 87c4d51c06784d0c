import { randomBytes } from 'node:crypto'

/** A mail whose large attachments are replaced by marks, and their bytes by mark. */
export interface CutMail {
  raw: Buffer
  /** Decodes when asked, so that one attachment after the other takes memory. */
  attachments: ReadonlyMap<string, () => Buffer>
}

interface Encoded {
  start: number
  end: number
  /** After decoding. */
  size: number
}

/** Smaller ones are left to the parser. */
const LEAST = 4_096
/** Longer headers are left to the parser, too. */
const MOST_HEADERS = 8_192
const CHUNK = 64 * 1024
/** Places that could begin an attachment. What comes after them is left to the parser. */
const MOST_PLACES = 1_000

/**
 * Cuts attachments in base64 out of a raw mail. The parser decodes base64 in JavaScript and copies the mail several times:
 * that was most of the work for a usual mail, and 100 MB for one of 25 MB. Nobody can guess a mark, so no mail has one.
 */
export function cutAttachments(raw: Buffer): CutMail {
  const attachments = new Map<string, () => Buffer>()
  const secret = randomBytes(16).toString('hex')
  const kept: Buffer[] = []
  let from = 0
  for (const part of findEncoded(raw)) {
    const mark = `${secret} ${attachments.size}`
    attachments.set(mark, () => decode(raw, part))
    kept.push(raw.subarray(from, part.start), Buffer.from(Buffer.from(mark).toString('base64')))
    from = part.end
  }
  return { raw: from === 0 ? raw : Buffer.concat([...kept, raw.subarray(from)]), attachments }
}

/** No boundaries are needed: a line of base64 never begins with `--`, and every boundary does. */
function findEncoded(raw: Buffer): Encoded[] {
  const found: Encoded[] = []
  // Most mails have no boundary after the last attachment, and each search for it would read the rest of the mail.
  let boundary = raw.indexOf(BOUNDARY)
  // Finds `base64` and `Base64`.
  let at = raw.indexOf('ase64')
  for (let places = 0; at >= 0 && places < MOST_PLACES; places += 1) {
    at += 'ase64'.length
    const start = findContent(raw, at)
    if (start !== undefined) {
      if (boundary >= 0 && boundary < start) boundary = raw.indexOf(BOUNDARY, start)
      if (boundary < 0) break
      const end = raw[boundary - 1] === CR ? boundary - 1 : boundary
      const size = end - start < LEAST ? undefined : decodedSize(raw, start, end)
      if (size !== undefined) found.push({ start, end, size })
      at = end
    }
    at = raw.indexOf('ase64', at)
  }
  return found
}

const BOUNDARY = '\n--'

/** Where the content begins, if these are the headers of an attachment in base64. Texts need their charset: not here. */
function findContent(raw: Buffer, at: number): number | undefined {
  const before = raw.toString('latin1', Math.max(0, at - MOST_HEADERS), at)
  const after = raw.toString('latin1', at, at + MOST_HEADERS)
  const ending = /^[ \t]*(?:\r?\n[^\r\n]+)*?\r?\n\r?\n/.exec(after)
  if (!ending || !/(?:^|\n)content-transfer-encoding:[ \t]*base64$/i.test(before)) return undefined
  const begin = Math.max(before.lastIndexOf('\n\r\n'), before.lastIndexOf('\n\n'), before.lastIndexOf('\n--'))
  const headers = before.slice(begin) + ending[0]
  const type = /^content-type:\s*([\w-]+)\//im.exec(headers)?.[1]
  return type && !/^(?:text|message|multipart)$/i.test(type) ? at + ending[0].length : undefined
}

const CR = 13
const [SPACE, DATA, OTHER] = [0, 1, 2]
const KINDS = new Uint8Array(256).fill(OTHER)
for (const sign of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/') KINDS[sign.charCodeAt(0)] = DATA
for (const sign of ' \t\r\n') KINDS[sign.charCodeAt(0)] = SPACE

/** Undefined for broken base64, which the parser reads in its own way. Without branches the loop takes a third of the time. */
function decodedSize(raw: Buffer, start: number, end: number): number | undefined {
  const padding = raw.subarray(start, end).indexOf('=')
  const data_end = padding < 0 ? end : start + padding
  let [signs, others] = [0, 0]
  for (let at = start; at < data_end; at += 1) {
    const kind = KINDS[raw[at] as number] as number
    signs += kind & DATA
    others |= kind & OTHER
  }
  const is_padded = /^[= \t\r\n]*$/.test(raw.toString('latin1', data_end, end))
  return others || !is_padded || signs % 4 === 1 ? undefined : Math.floor((signs * 3) / 4)
}

function decode(raw: Buffer, { start, end, size }: Encoded): Buffer {
  const bytes = Buffer.allocUnsafeSlow(size)
  let [written, rest] = [0, '']
  for (let at = start; at < end; at += CHUNK) {
    const signs = rest + raw.toString('latin1', at, Math.min(at + CHUNK, end)).replace(/[\s=]+/g, '')
    const whole = at + CHUNK < end ? signs.length - (signs.length % 4) : signs.length
    written += bytes.write(signs.slice(0, whole), written, 'base64')
    rest = signs.slice(whole)
  }
  return bytes
}
