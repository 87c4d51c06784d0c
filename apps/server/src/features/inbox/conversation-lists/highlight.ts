import type { SearchMatch } from '@papercups/contract'
import { searchable, SIGN, type Term } from './words.js'

const WORD = new RegExp(`[${SIGN}]|(?:(?![${SIGN}])[\\p{L}\\p{N}\\p{M}])+`, 'gu')
const BEFORE = 60
const SHOWN = 240

/** The length of the shown piece, which begins `LEAD` characters before the first hit. */
export const PIECE = 460
export const LEAD = 80

/** Whether the body continues before and after the piece. */
interface Cut {
  before: boolean
  after: boolean
}

/** A piece of the body around the first hit, split into hits and the text between them. */
export function highlight(
  body: string,
  terms: Term[],
  cut: Cut = { before: false, after: false },
): SearchMatch['parts'] {
  const words = [...body.matchAll(WORD)].map(({ 0: text, index }) => ({
    from: index,
    to: index + text.length,
    word: plain(text),
  }))
  const hits = terms.flatMap((term) => findTerm(words, term)).sort((a, b) => a.from - b.from)
  const start = words.find(({ from }) => from >= (hits[0]?.from ?? 0) - BEFORE)?.from ?? 0
  const end = words.findLast(({ to }) => to <= start + SHOWN)?.to ?? start + SHOWN
  const stop = body.length - end < BEFORE && !cut.after ? body.length : Math.max(end, start + 1)

  const parts: SearchMatch['parts'] = []
  const add = (text: string, hit: boolean) => text && parts.push({ text, hit })
  let at = start < BEFORE && !cut.before ? 0 : start
  if (at > 0 || cut.before) add('…', false)
  for (const { from, to } of hits) {
    if (from < at || to > stop) continue
    add(body.slice(at, from), false)
    add(body.slice(from, to), true)
    at = to
  }
  add(body.slice(at, stop), false)
  if (stop < body.length || cut.after) add('…', false)
  return parts
}

/** Most words are plain already, and normalising costs much more than this check. */
const plain = (text: string) => (/^[a-z0-9]+$/i.test(text) ? text : searchable(text).trim()).toLowerCase()

interface Word {
  from: number
  to: number
  word: string
}

/** Every position where the words of the term follow each other. */
function findTerm(words: Word[], { words: wanted, open }: Term) {
  const sought = wanted.map((word) => word.toLowerCase())
  const fits = ({ word }: Word, n: number) =>
    open && n === sought.length - 1 ? word.startsWith(sought[n] ?? '') : word === sought[n]
  return words.flatMap((first, start) => {
    if (!fits(first, 0)) return []
    const row = words.slice(start, start + sought.length)
    const last = row.at(-1)
    return last && row.length === sought.length && row.every(fits) ? [{ from: row[0]?.from ?? 0, to: last.to }] : []
  })
}
