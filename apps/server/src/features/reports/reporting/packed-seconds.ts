const MORE = 0x80

/** Sorted values as the difference of each to the one before it: seven bits in a byte, lowest first. */
export function packSorted(values: Int32Array): Buffer {
  const bytes = Buffer.alloc(values.length * 5)
  let end = 0
  let before = 0
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? 0
    let rest = value - before
    before = value
    while (rest >= MORE) {
      bytes[end++] = (rest & 0x7f) | MORE
      rest >>>= 7
    }
    bytes[end++] = rest
  }
  return bytes.subarray(0, end)
}

/** The inverse of `packSorted`. */
export function unpackSorted(bytes: Buffer, count: number): Int32Array {
  const values = new Int32Array(count)
  let from = 0
  let value = 0
  for (let at = 0; at < count; at += 1) {
    let byte = bytes[from++] ?? 0
    value += byte & 0x7f
    for (let shift = 7; byte >= MORE; shift += 7) {
      byte = bytes[from++] ?? 0
      value += (byte & 0x7f) << shift
    }
    values[at] = value
  }
  return values
}

/** The values at ascending places of several sorted lists together. Reads few of them. */
export function valuesAtIn(lists: Int32Array[], ranks: number[]): number[] {
  const filled = lists.filter(({ length }) => length > 0)
  const lengths = Int32Array.from(filled, ({ length }) => length)
  /** In each list, all values before `low` are smaller than the one that is looked for, and none from `high` on is. */
  const low = new Int32Array(filled.length)
  const ends = new Int32Array(filled.length)
  let least = Math.min(...filled.map((list) => list[0] ?? 0))
  const most = Math.max(...filled.map((list) => list.at(-1) ?? 0))
  return ranks.map((rank) => {
    const high = lengths.slice()
    let largest = most
    while (least < largest) {
      const middle = least + Math.floor((largest - least) / 2)
      let upTo = 0
      // Runs thousands of times, so it makes no lists.
      for (const [at, list] of filled.entries()) upTo += ends[at] = countUpTo(list, middle, low[at] ?? 0, high[at] ?? 0)
      if (upTo > rank) {
        largest = middle
        high.set(ends)
      } else {
        least = middle + 1
        low.set(ends)
      }
    }
    return filled.length === 0 ? 0 : least
  })
}

/** How many values of a sorted list are not larger. The answer is from `low` to `high`. */
function countUpTo(list: Int32Array, value: number, low: number, high: number) {
  let [from, to] = [low, high]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((list[middle] ?? 0) <= value) from = middle + 1
    else to = middle
  }
  return from
}
