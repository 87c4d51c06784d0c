const MAX = 50

/** Items that contain the query. Items that start with it come first; otherwise the order stays. */
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
    .slice(0, MAX)
    .map((found) => found.each)
}

/** Ignores accents and case. */
const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
