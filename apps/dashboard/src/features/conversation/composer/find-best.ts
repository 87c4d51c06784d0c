const MOST = 50

/** Those that hold the query, the ones that start with it first. The order is kept otherwise. */
export function findBest<T>(all: readonly T[], query: string, texts: (each: T) => string[]): T[] {
  const wanted = fold(query)
  const rank = (each: T) => {
    const own = texts(each).map(fold)
    if (own.some((text) => text.startsWith(wanted))) return 0
    return own.some((text) => text.includes(wanted)) ? 1 : 2
  }
  const ranked = all.map((each) => ({ each, rank: rank(each) })).filter((found) => found.rank < 2)
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, MOST)
    .map((found) => found.each)
}

/** Nobody should have to find an accent on the keyboard to find a name. */
const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
