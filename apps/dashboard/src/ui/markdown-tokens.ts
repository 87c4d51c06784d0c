import { Lexer, Tokenizer, type MarkedToken } from 'marked'

/** A part of a text: one of Markdown's own, or somebody's name after an @. */
export type Piece = MarkedToken | { type: 'mention'; raw: string }

const MAX_LENGTH = 10_000
/** More of them than people write. Reading them takes time that grows with their square. */
const MAX_MARKS = 400
const MARKS = /[*_~`[\]!<>|&\\@\n]/g
/** Ten quotes or lists within each other, on one line. */
const NESTED = /^(?:[ \t]*(?:>|[-+*]|\d+[.)])){10}/m

/** What would take words away or hide them stays text: HTML, tables, the targets of reference links, underlined titles. */
class Basics extends Tokenizer {
  override html = () => undefined
  override tag = () => undefined
  override def = () => undefined
  override table = () => undefined
  override lheading = () => undefined
}

/** Null: this was made to be slow or to break its reader, and is shown as it was typed. */
export function readMarkdown(text: string, mentions: readonly string[]): Piece[] | null {
  if (text.length > MAX_LENGTH || (text.match(MARKS)?.length ?? 0) > MAX_MARKS || NESTED.test(text)) return null
  try {
    const extensions = mentions.length > 0 ? mentionsOf(mentions) : null
    return new Lexer({ gfm: true, breaks: true, tokenizer: new Basics(), extensions }).lex(text) as Piece[]
  } catch {
    return null
  }
}

/** Read before anything else: a name may be an address, which would become a link. */
function mentionsOf(names: readonly string[]) {
  // The longest first: Ada Lovelace is not Ada.
  const found = names
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  const mention = new RegExp(`^@(?:${found.join('|')})(?![\\p{L}\\p{N}_])`, 'iu')
  const start = (text: string) => text.search(/(?<![\p{L}\p{N}_])@/u)
  const read = (text: string) => {
    const raw = mention.exec(text)?.[0]
    return raw ? { type: 'mention', raw } : undefined
  }
  return { inline: [read], startInline: [start], renderers: {}, childTokens: {} }
}
