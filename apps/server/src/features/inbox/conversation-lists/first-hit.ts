import { searchable, SIGN, type Term } from './words.js'

/** Enough to find the position. Of a longer query the first words are used. */
const MAX_TERMS = 5
const MAX_WORDS = 3
const MAX_LETTERS = 40

const EDGE = '[^[:alnum:]]'
const IS_SIGN = new RegExp(`^[${SIGN}]$`, 'u')

/**
 * A PostgreSQL regular expression that finds the first possible match of the terms. It accepts the other spellings of a
 * letter, so bodies need not be normalised. Words contain no characters that are special in a regular expression.
 */
export function hitPattern(terms: Term[]): string {
  return terms.slice(0, MAX_TERMS).map(patternOf).join('|')
}

function patternOf({ words, open }: Term) {
  const some = words.slice(0, MAX_WORDS).map((word) => word.toLowerCase())
  const isCut = some.length < words.length
  const before = IS_SIGN.test(some[0] ?? '') ? '' : `(?:^|${EDGE})`
  const after = open || isCut || IS_SIGN.test(some.at(-1) ?? '') ? '' : `(?:$|${EDGE})`
  return `${before}${some.map(spell).join(`${EDGE}{0,20}`)}${after}`
}

function spell(word: string) {
  const letters = Array.from(word).slice(0, MAX_LETTERS)
  let pattern = ''
  for (let at = 0; at < letters.length; at += 1) {
    const [letter = '', next = ''] = letters.slice(at, at + 2)
    const joined = spellings.get(letter + next)
    if (joined && next) {
      pattern += `(?:${one(letter)}${one(next)}|[${joined}])`
      at += 1
    } else pattern += one(letter)
  }
  return pattern
}

const one = (letter: string) => `[${spellings.get(letter) ?? letter + sameLength(letter)}][\u0300-\u036f]*`

const sameLength = (letter: string) => (letter.toUpperCase().length === letter.length ? letter.toUpperCase() : '')

/** For each plain letter, the Latin, Greek and Cyrillic letters that the search treats as equal to it. */
const spellings = new Map<string, string>()
for (const [from, to] of [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x61, 0x7a],
  [0xc0, 0x24f],
  [0x370, 0x52f],
  [0x1e00, 0x1fff],
] as const) {
  for (let code = from; code <= to; code += 1) {
    const letter = String.fromCodePoint(code)
    const plain = searchable(letter).trim().toLowerCase()
    if (/^[\p{L}\p{N}]{1,2}$/u.test(plain)) spellings.set(plain, (spellings.get(plain) ?? '') + letter)
  }
}
