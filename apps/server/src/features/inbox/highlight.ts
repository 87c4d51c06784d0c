import type { SearchMatch } from '@papercups/contract'
import { searchable, SIGN, type Term } from './words.js'

const WORD = new RegExp(`[${SIGN}]|(?:(?![${SIGN}])[\\p{L}\\p{N}\\p{M}])+`, 'gu')
const BEFORE = 60
const SHOWN = 240

/** A piece of the body around the first hit, cut into what was found and what stands between. */
export function highlight(body: string, terms: Term[]): SearchMatch['parts'] {
  const words = [...body.matchAll(WORD)].map(({ 0: text, index }) => ({
    from: index,
    to: index + text.length,
    word: searchable(text).trim().toLowerCase(),
  }))
  const hits = terms.flatMap((term) => findTerm(words, term)).sort((a, b) => a.from - b.from)
  const start = words.find(({ from }) => from >= (hits[0]?.from ?? 0) - BEFORE)?.from ?? 0
  const end = words.findLast(({ to }) => to <= start + SHOWN)?.to ?? start + SHOWN
  const stop = body.length - end < BEFORE ? body.length : Math.max(end, start + 1)

  const parts: SearchMatch['parts'] = []
  const add = (text: string, hit: boolean) => text && parts.push({ text, hit })
  let at = start < BEFORE ? 0 : start
  if (at > 0) add('…', false)
  for (const { from, to } of hits) {
    if (from < at || to > stop) continue
    add(body.slice(at, from), false)
    add(body.slice(from, to), true)
    at = to
  }
  add(body.slice(at, stop), false)
  if (stop < body.length) add('…', false)
  return parts
}

interface Word {
  from: number
  to: number
  word: string
}

/** Every place where the words of a term stand in a row. */
function findTerm(words: Word[], { words: wanted, open }: Term) {
  const sought = wanted.map((word) => word.toLowerCase())
  const fits = ({ word }: Word, n: number) =>
    open && n === sought.length - 1 ? word.startsWith(sought[n] ?? '') : word === sought[n]
  return words.flatMap((_, start) => {
    const row = words.slice(start, start + sought.length)
    const last = row.at(-1)
    return last && row.length === sought.length && row.every(fits) ? [{ from: row[0]?.from ?? 0, to: last.to }] : []
  })
}
