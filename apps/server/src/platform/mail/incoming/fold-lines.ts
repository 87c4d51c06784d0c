import {
  isAppSignature,
  isAttribution,
  isForwardMark,
  isHeaderBlock,
  isOriginalMark,
  plainLine,
} from './quote-phrases.js'

/** What a line of a mail is. Quotes and signatures are folded, never removed. */
export type LineKind = 'text' | 'quote' | 'signature'

export interface MailLine {
  text: string
  /** Inside a quote: after `>` or inside a blockquote. */
  quoted: boolean
  /** The client marked the element as its signature. */
  signature?: boolean
}

interface Block {
  start: number
  end: number
}

/** How many lines a client may break an attribution into. */
const ATTRIBUTION_LINES = 4
const HEADER_LINES = 8
/** A line of two dashes without the space is a signature only near the end. */
const SHORT_SIGNATURE = 15

/**
 * Decides for each line. Only a quote at the end is folded, or a single one at the start (the reply is below it): between
 * quotes a person answers point by point, and the answers mean nothing without them.
 */
export function foldLines(lines: MailLine[], { forwarded }: { forwarded: boolean }): LineKind[] {
  const plain = lines.map(({ text }) => plainLine(text.replace(/^[\s>]{1,100}/, '')))
  const kinds: LineKind[] = lines.map(() => 'text')
  const blocks = findQuotes(lines, plain, forwarded)
  markSignatures(lines, plain, blocks, kinds)
  for (const block of foldedBlocks(blocks, plain, kinds)) kinds.fill('quote', block.start, block.end)
  const hasText = plain.some((line, at) => line !== '' && kinds[at] === 'text')
  return hasText ? kinds : lines.map(() => 'text')
}

/** The text that stays visible. */
export const visibleText = (lines: MailLine[], kinds: LineKind[]) =>
  lines
    .flatMap(({ text }, at) => (kinds[at] === 'text' ? [text.trimEnd()] : []))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '')

function findQuotes(lines: MailLine[], plain: string[], forwarded: boolean): Block[] {
  const blocks: Block[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = plain[at] ?? ''
    if (line === '') continue
    if (isForwardMark(line)) break
    if (!forwarded && !lines[at]?.quoted && startsOriginal(plain, at)) {
      blocks.push({ start: at, end: lines.length })
      break
    }
    const attributed = attributionLength(lines, plain, at)
    if (!lines[at]?.quoted && attributed === 0) continue
    const first = skipBlank(plain, at + attributed)
    if (isForwardMark(plain[first] ?? '')) break
    // Some phones quote without a mark: then everything below the attribution is the quote.
    const end = lines[first]?.quoted ? endOfQuote(lines, plain, first) : lines.length
    blocks.push({ start: at, end })
    at = end - 1
  }
  return blocks
}

/** Outlook: "-----Original Message-----", or a block of headers that may follow a line of underscores. */
function startsOriginal(plain: string[], at: number) {
  const line = plain[at] ?? ''
  if (isOriginalMark(line)) return true
  const first = /^_{10,}$/.test(line) ? skipBlank(plain, at + 1) : at
  return isHeaderBlock(plain.slice(first, first + HEADER_LINES).filter(Boolean))
}

/** The number of lines of an attribution that starts here, or 0. */
function attributionLength(lines: MailLine[], plain: string[], at: number) {
  let joined = ''
  for (let count = 1; count <= ATTRIBUTION_LINES; count++) {
    const line = plain[at + count - 1]
    if (!line || (count > 1 && lines[at + count - 1]?.quoted !== lines[at]?.quoted)) return 0
    joined = joined ? `${joined} ${line}` : line
    if (isAttribution(joined)) return count
  }
  return 0
}

function skipBlank(plain: string[], from: number) {
  let at = from
  while (at < plain.length && plain[at] === '') at++
  return at
}

/** Blank lines belong to the quote if more of it follows. So does a nested attribution without a mark. */
function endOfQuote(lines: MailLine[], plain: string[], from: number) {
  let end = from
  for (let at = from; at < lines.length; at++) {
    if (lines[at]?.quoted) end = at + 1
    else if (plain[at] !== '') break
  }
  return end
}

/** The quotes after the last text. Where none is, a single quote before all text. */
function foldedBlocks(blocks: Block[], plain: string[], kinds: LineKind[]): Block[] {
  const hasText = (from: number, to: number) =>
    plain.slice(from, to).some((line, index) => line !== '' && kinds[from + index] === 'text')
  const last = blocks.at(-1)
  if (!last) return []
  if (hasText(last.end, plain.length)) return blocks.length === 1 && !hasText(0, last.start) ? blocks : []
  let first = blocks.length - 1
  for (; first > 0; first--) {
    const [before, after] = [blocks[first - 1], blocks[first]]
    if (!before || !after || hasText(before.end, after.start)) break
  }
  return blocks.slice(first)
}

function markSignatures(lines: MailLine[], plain: string[], blocks: Block[], kinds: LineKind[]) {
  let from = 0
  for (const { start, end } of [...blocks, { start: lines.length, end: lines.length }]) {
    const signature = findSignature(lines, plain, from, start)
    if (signature !== undefined) kinds.fill('signature', signature, start)
    from = end
  }
}

/** Where the signature of the text between two quotes starts. */
function findSignature(lines: MailLine[], plain: string[], from: number, to: number) {
  let marked = to
  while (marked > from && isSignatureOrBlank(lines[marked - 1])) marked--
  while (marked < to && !lines[marked]?.signature) marked++
  for (let at = from; at < marked; at++) {
    if (lines[at]?.text === '-- ' || (plain[at] === '--' && to - at <= SHORT_SIGNATURE)) return at
  }
  if (marked < to) return marked
  let last = to - 1
  while (last >= from && plain[last] === '') last--
  if (last < from || !isAppSignature(plain[last] ?? '')) return undefined
  return /^[_-]{2,}$/.test(plain[last - 1] ?? '') ? last - 1 : last
}

const isSignatureOrBlank = (line: MailLine | undefined) => line?.signature === true || line?.text.trim() === ''
