import { expect, test } from 'vitest'
import { afterInactivity } from './inactivity.js'

const activity = [0, 1_000, 4_000, 60_000, 61_000]

test('skips to a second before the visitor is active again', () => {
  expect(afterInactivity(activity, 4_000, 90_000)).toBe(59_000)
  expect(afterInactivity(activity, 20_000, 90_000)).toBe(59_000)
})

test('plays short pauses', () => {
  expect(afterInactivity(activity, 1_000, 90_000)).toBeUndefined()
  expect(afterInactivity(activity, 59_000, 90_000)).toBeUndefined()
})

test('skips an inactive end', () => {
  expect(afterInactivity(activity, 61_000, 90_000)).toBe(89_000)
  expect(afterInactivity(activity, 61_000, 62_000)).toBeUndefined()
  expect(afterInactivity([], 0, 30_000)).toBe(29_000)
})
