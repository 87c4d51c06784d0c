import { foldLines, visibleText, type LineKind, type MailLine } from './fold-lines.js'

export interface FoldedPart {
  kind: LineKind
  text: string
}

export interface FoldedText {
  /** Without quotes and signatures. */
  body: string
  /** All of the mail: joined with line breaks, they are the text. */
  parts: FoldedPart[]
}

export function foldText(text: string, options: { forwarded: boolean }): FoldedText {
  const lines = text.split('\n').map((line): MailLine => ({ text: line, quoted: /^\s{0,3}>/.test(line) }))
  const kinds = foldLines(lines, options)
  return { body: visibleText(lines, kinds), parts: toParts(lines, kinds) }
}

export function toParts(lines: MailLine[], kinds: LineKind[]): FoldedPart[] {
  const parts: Array<{ kind: LineKind; lines: string[] }> = []
  for (const [at, { text }] of lines.entries()) {
    const kind = kinds[at] ?? 'text'
    const last = parts.at(-1)
    if (last?.kind === kind) last.lines.push(text)
    else parts.push({ kind, lines: [text] })
  }
  return parts.map(({ kind, lines }) => ({ kind, text: lines.join('\n') }))
}
