export interface Random {
  /** From 0 up to 1, without 1. */
  next(): number
  between(low: number, high: number): number
  pick<T>(list: readonly T[]): T
  shuffle<T>(list: readonly T[]): T[]
}

/** The same seed gives the same numbers (mulberry32): a run can be repeated. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const shuffle = <T>(list: readonly T[]) =>
    list
      .map((item) => ({ item, order: next() }))
      .toSorted((a, b) => a.order - b.order)
      .map(({ item }) => item)
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    pick: (list) => list[Math.floor(next() * list.length)] as never,
    shuffle,
  }
}
