/** Consecutive words. The last word of the last term may be incomplete: people are still typing it. */
export interface Term {
  words: string[]
  open: boolean
}

const MAX_TERMS = 20
const MAX_WORDS = 20
const LONGEST_WORD = 100

/** `parcel "lost in the post" carl` is three terms. All have to be found, in any order. */
export function readTerms(q: string): Term[] {
  const given = [...q.matchAll(/"([^"]*)"?|[^\s"]+/g)].map(([text, quoted]) => ({ text: quoted ?? text, quoted }))
  const terms = given.map(({ text, quoted }) => ({ words: toWords(text), open: quoted === undefined }))
  const some = terms.filter(({ words }) => words.length > 0).slice(0, MAX_TERMS)
  return some.map(({ words, open }, n) => ({ words, open: open && n === some.length - 1 }))
}

/** For to_tsquery. Words contain neither quotes nor operators: everything but letters and digits has become a space. */
export function toQuery(terms: Term[]) {
  return terms
    .map(({ words, open }) => words.map((word, n) => `'${word}'${open && n === words.length - 1 ? ':*' : ''}`))
    .map((words) => `(${words.join(' <-> ')})`)
    .join(' & ')
}

const toWords = (text: string) =>
  searchable(text)
    .split(' ')
    .filter(Boolean)
    .map((word) => word.slice(0, LONGEST_WORD))
    .slice(0, MAX_WORDS)

/** Characters of scripts without spaces. Each is a word, and a run of them is a phrase. */
export const SIGN = '\\u3041-\\u30fa\\u30fc-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3'
const SIGNS = new RegExp(`[${SIGN}]`, 'gu')
const NO_LETTERS =
  /[\ufe00-\ufe0f\u0080-\u00bf\u00d7\u00f7\u0589\u05be\u05c0\u05c3\u05f3\u05f4\u060c\u061b\u061f\u06d4\u0964\u0965\u2000-\u2bff\u3000-\u3004\u3008-\u3020\u3030\u30fb\ufffd\u{1f000}-\u{1faff}]+/gu
const SPELLINGS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'ae',
  œ: 'oe',
  Œ: 'oe',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ł: 'l',
  Ł: 'L',
  ı: 'i',
}

/** Has to split text exactly as the database function of the same name and its parser do. */
export function searchable(text: string) {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/g, '')
    .normalize('NFKC')
    .replace(/[ßæÆœŒøØđĐłŁı]/g, (letter) => SPELLINGS[letter] ?? letter)
    .replace(NO_LETTERS, ' ')
    .replace(SIGNS, ' $& ')
    .replace(/[\s!-/:-@[-`{-~]/g, ' ')
}
