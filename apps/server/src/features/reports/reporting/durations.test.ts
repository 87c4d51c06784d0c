import { expect, test } from 'vitest'
import { seeded } from '../../../../test/soak/random.js'
import { medianOf, medianOfSorted, summarizeValues } from './durations.js'
import { packSorted, unpackSorted } from './packed-seconds.js'

test.each([
  ['none', 0, 1],
  ['one', 1, 9],
  ['two', 2, 9],
  ['many of a small range', 1_001, 5],
  ['many', 5_000, 400_000],
  ['the largest', 3_000, 2 ** 31],
])('finds the same percentiles as sorting: %s', (_, count, limit) => {
  const random = seeded(count)
  const numbers = Array.from({ length: count }, () => Math.floor(random.next() * limit))
  // One value far away from all others.
  if (count > 1_000) numbers.push(2 ** 31 - 1)
  const sorted = numbers.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.max(Math.ceil(sorted.length * share) - 1, 0)] ?? 0
  const middle = sorted.length >> 1
  const median = sorted.length % 2 === 1 ? at(0.5) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
  const values = Int32Array.from(numbers)
  expect(medianOf(values)).toBe(median)
  const percentiles = { p50: at(0.5), p75: at(0.75), p90: at(0.9), p95: at(0.95) }
  expect(summarizeValues(values)).toMatchObject({ count: sorted.length, median, percentiles })

  // The same in several lists, of which all but the first are sorted and were packed.
  const parts = [0, 1, 2, 3].map((part) =>
    values.filter((_, place) => place % 5 === part || (part === 0 && place % 5 > 3)),
  )
  const [first = values, ...others] = parts
  const packed = others.map((list) => unpackSorted(packSorted(list.toSorted()), list.length))
  expect(packed).toEqual(others.map((list) => list.toSorted()))
  expect(summarizeValues(first, packed)).toEqual(summarizeValues(values))
  expect(medianOfSorted(values.toSorted())).toBe(median)
})
