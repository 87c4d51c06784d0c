export interface Word {
  text: string
  /** The common part of a word's forms: `pricing`, `prices` and `price` are `pric`. */
  stem: string
}

const segments = new Intl.Segmenter('en', { granularity: 'word' })

/** Words without meaning for the question. */
const FILLERS = new Set(
  `a about am an and any are as at be been but by can could d did do does for from get give had has have how i if in into is
   it its just know let like ll m may me might my need of on or our out per please re s shall should so some t tell than that the
   their them then there these they this those to up us ve want was we were what when where which who whom whose why will
   with would you your`.split(/\s+/),
)

/** Each word once. Fillers count only if there is nothing else. */
export function wordsOf(text: string): Word[] {
  const words = new Set<string>()
  // Works for languages without spaces between words, too.
  for (const { segment, isWordLike } of segments.segment(text.toLowerCase())) {
    if (isWordLike) for (const word of segment.split(/[^\p{L}\p{M}\p{N}]+/u)) if (word) words.add(withoutAccents(word))
  }
  const telling = [...words].filter((word) => !FILLERS.has(word))
  return (telling.length > 0 ? telling : [...words]).map((text) => ({ text, stem: stemOf(text) }))
}

const withoutAccents = (word: string) => word.normalize('NFKD').replace(/\p{M}/gu, '')

/** English endings, removed if enough is left. The stem need not be a word, only the same for all forms. */
const ENDINGS: Array<[ending: RegExp, left: string]> = [
  [/ies$/, 'y'],
  [/(ss|[xz]|[cs]h)es$/, '$1'],
  [/([^su])s$/, '$1'],
  [/(ing|ed|ly|ment)$/, ''],
  [/ion$/, ''],
  [/e$/, ''],
  [/(?<=....)at$/, ''],
  [/y$/, 'i'],
  [/([bdfglmnprt])\1$/, '$1'],
]

export function stemOf(word: string): string {
  let stem = word
  for (const [ending, left] of ENDINGS) {
    const shorter = stem.replace(ending, left)
    if (shorter.length >= 3) stem = shorter
  }
  return stem
}

/** One typo in a short word, two in a long one. The first letter has to be right. */
export function isTypoOf(one: string, other: string): boolean {
  const length = Math.min(one.length, other.length)
  const allowed = length < 4 ? 0 : length < 8 ? 1 : 2
  if (one[0] !== other[0] || Math.abs(one.length - other.length) > allowed) return false
  return differsBy(allowed, one, other)
}

/** At most so many letters added, dropped, changed or swapped with the next, from these positions on. */
function differsBy(slips: number, one: string, other: string, i = 0, j = 0): boolean {
  while (i < one.length && one[i] === other[j]) {
    i += 1
    j += 1
  }
  if (i === one.length && j === other.length) return true
  if (slips === 0) return false
  const swapped = one[i] === other[j + 1] && one[i + 1] === other[j] && i + 1 < one.length
  return (
    (swapped && differsBy(slips - 1, one, other, i + 2, j + 2)) ||
    (i < one.length && j < other.length && differsBy(slips - 1, one, other, i + 1, j + 1)) ||
    (i < one.length && differsBy(slips - 1, one, other, i + 1, j)) ||
    (j < other.length && differsBy(slips - 1, one, other, i, j + 1))
  )
}
