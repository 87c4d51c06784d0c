import { Lexer, Tokenizer, type MarkedToken } from 'marked'

/** A Markdown token, or a mention. */
export type Piece = MarkedToken | { type: 'mention'; raw: string }

const MAX_LENGTH = 10_000
/** More than people write. Parsing time grows with the square of this number. */
const MAX_MARKS = 400
const MARKS = /[*_~`[\]!<>|&\\@\n]/g
/** Ten nested quotes or lists on one line. */
const NESTED = /^(?:[ \t]*(?:>|[-+*]|\d+[.)])){10}/m

/** Syntax that could hide text stays text: HTML, tables, targets of reference links, underlined headings. */
class Basics extends Tokenizer {
  override html = () => undefined
  override tag = () => undefined
  override def = () => undefined
  override table = () => undefined
  override lheading = () => undefined
}

/** Null for text that is too complex to parse safely. It is shown as typed. */
export function readMarkdown(text: string, mentions: readonly string[]): Piece[] | null {
  if (text.length > MAX_LENGTH || (text.match(MARKS)?.length ?? 0) > MAX_MARKS || NESTED.test(text)) return null
  try {
    const extensions = mentions.length > 0 ? mentionsOf(mentions) : null
    return new Lexer({ gfm: true, breaks: true, tokenizer: new Basics(), extensions }).lex(text) as Piece[]
  } catch {
    return null
  }
}

/** Parsed before links, because a name may be an email. */
function mentionsOf(names: readonly string[]) {
  // Longest first, so that "Ada Lovelace" wins over "Ada".
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
