export interface Trigger {
  kind: 'mention' | 'saved-reply' | 'emoji'
  query: string
  /** Where its sign stands in the text, and where the caret is. */
  start: number
  end: number
}

const LONGEST = 40
// A sign counts at the start of a word, so that addresses, paths, fractions and times stay what they are.
const EMOJI = /(?:^|[\s([{]):([\p{L}\p{N}_+-]{2,})$/u
/** Names have spaces, too. */
const NAME = /(?:^|[\s([{])([@#/])((?:[^\s@#/]+(?: [^\s@#/]+){0,3} ?)?)$/

/** What the writer is asking for at the caret, if anything. */
export function findTrigger(text: string, caret: number): Trigger | null {
  const before = text.slice(Math.max(0, caret - LONGEST - 2), caret)
  const at = (query: string) => ({ query, start: caret - query.length - 1, end: caret })

  const emoji = EMOJI.exec(before)?.[1]
  if (emoji) return { kind: 'emoji', ...at(emoji) }
  const [, sign, name = ''] = NAME.exec(before) ?? []
  return sign ? { kind: sign === '@' ? 'mention' : 'saved-reply', ...at(name) } : null
}
