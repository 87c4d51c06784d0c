export interface Trigger {
  kind: 'mention' | 'saved-reply' | 'emoji'
  query: string
  /** The position of the sign and of the caret. */
  start: number
  end: number
}

const LONGEST = 40
// A sign counts only at the start of a word, so that emails, paths, fractions and times open no list.
const EMOJI = /(?:^|[\s([{]):([\p{L}\p{N}_+-]{2,})$/u
/** Names may contain spaces. */
const NAME = /(?:^|[\s([{])([@#/])((?:[^\s@#/]+(?: [^\s@#/]+){0,3} ?)?)$/

/** Finds a mention, saved reply or emoji that is being typed at the caret. */
export function findTrigger(text: string, caret: number): Trigger | null {
  const before = text.slice(Math.max(0, caret - LONGEST - 2), caret)
  const at = (query: string) => ({ query, start: caret - query.length - 1, end: caret })

  const emoji = EMOJI.exec(before)?.[1]
  if (emoji) return { kind: 'emoji', ...at(emoji) }
  const [, sign, name = ''] = NAME.exec(before) ?? []
  return sign ? { kind: sign === '@' ? 'mention' : 'saved-reply', ...at(name) } : null
}
