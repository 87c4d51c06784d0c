import { valuesAtIn } from './packed-seconds.js'

/** Lists of seconds in four bytes each, as PostgreSQL's int4send writes them, one after the other. */
export function readSeconds(lists: Buffer[]): Int32Array {
  const bytes = Buffer.concat(lists)
  const values = new Int32Array(bytes.length / 4)
  bytes.copy(Buffer.from(values.buffer))
  Buffer.from(values.buffer).swap32()
  return values
}

/** 0 for an empty list, as the original answers. */
export const averageOf = (values: Int32Array) => (values.length === 0 ? 0 : sumOf(values) / values.length)

function sumOf(values: Int32Array) {
  let sum = 0
  // An iterator takes several times as long.
  for (let at = 0; at < values.length; at += 1) sum += values[at] ?? 0
  return sum
}

/** Of a sorted list. */
export function medianOfSorted(values: Int32Array) {
  const middle = values.length >> 1
  const upper = values[middle] ?? 0
  return values.length % 2 === 1 ? upper : ((values[middle - 1] ?? 0) + upper) / 2
}

/** The mean of the two values in the middle where their number is even. */
export function medianOf(values: Int32Array) {
  const middle = values.length >> 1
  const [lower, upper] = valuesAt(values, [Math.max(middle - 1, 0), middle])
  return values.length % 2 === 1 ? (upper ?? 0) : ((lower ?? 0) + (upper ?? 0)) / 2
}

/**
 * With percentiles: the smallest value that is not exceeded by so many of the values. All are found in one copy of the list,
 * because finding the first of them takes most of the time. `sorted` are further lists, which are sorted already.
 */
export function summarizeValues(values: Int32Array, sorted: Int32Array[] = []) {
  const lists = [values, ...sorted]
  const count = lists.reduce((sum, { length }) => sum + length, 0)
  const middle = count >> 1
  const rankOf = (share: number) => Math.max(Math.ceil(count * share) - 1, 0)
  const ranks = [Math.max(middle - 1, 0), middle, ...[0.75, 0.9, 0.95].map(rankOf)]
  const found = sorted.length === 0 ? valuesAt(values, ranks) : valuesAtIn([values.toSorted(), ...sorted], ranks)
  const [lower = 0, upper = 0, p75 = 0, p90 = 0, p95 = 0] = found
  const isOdd = count % 2 === 1
  const percentiles = { p50: isOdd ? upper : lower, p75, p90, p95 }
  const sum = lists.reduce((total, list) => total + sumOf(list), 0)
  return { count, average: count === 0 ? 0 : sum / count, median: isOdd ? upper : (lower + upper) / 2, percentiles }
}

/** The values at ascending places of the sorted list. Sorting all of a hundred thousand would take ten times as long. */
function valuesAt(values: Int32Array, ranks: number[]): number[] {
  const list = values.slice()
  let from = 0
  return ranks.map((rank) => {
    moveIntoPlace(list, rank, from)
    from = rank
    return list[rank] ?? 0
  })
}

/** Hoare's selection: afterwards no value before the rank is larger, and none after it is smaller. */
function moveIntoPlace(list: Int32Array, rank: number, from: number) {
  const at = (index: number) => list[index] ?? 0
  let [low, high] = [from, list.length - 1]
  while (low < high) {
    const pivot = at((low + high) >> 1)
    let [left, right] = [low, high]
    while (left <= right) {
      while (at(left) < pivot) left += 1
      while (at(right) > pivot) right -= 1
      if (left > right) break
      const moved = at(left)
      list[left] = at(right)
      list[right] = moved
      left += 1
      right -= 1
    }
    if (rank <= right) high = right
    else if (rank >= left) low = left
    else return
  }
}
