import { describe, expect, test } from 'vitest'
import { formatAge, formatAgo, formatDay, formatShortMoment, formatSize, parseInstant } from './format.js'

const now = Date.parse('2024-03-09T14:05:22Z')
const before = (seconds: number) => new Date(now - seconds * 1000).toISOString()

test('instants without a zone are UTC', () => {
  expect(parseInstant('2024-03-09T14:05:22')).toEqual(parseInstant('2024-03-09T14:05:22Z'))
  expect(parseInstant('2024-03-09T15:05:22+01:00').getTime()).toBe(now)
})

test('formats a short moment', () => {
  expect(formatShortMoment('2024-03-09T12:05:22')).toMatch(/^Sat, Mar 9 \d{1,2}:05 [AP]M$/)
})

describe('how long ago', () => {
  test.each([
    [-5, 'just now', 'now'],
    [9, 'just now', 'now'],
    [10, '10 seconds ago', 'now'],
    [60, '1 minute ago', '1m'],
    [59 * 60, '59 minutes ago', '59m'],
    [3600, '1 hour ago', '1h'],
    [2 * 86_400, '2 days ago', '2d'],
  ])('%i seconds', (seconds, long, short) => {
    expect(formatAgo(before(seconds), now)).toBe(long)
    expect(formatAge(before(seconds), now)).toBe(short)
  })
})

test('days are named by the calendar, not by 24 hours', () => {
  const noon = new Date(2024, 2, 9, 12).getTime()
  const at = (day: number, hour: number) => new Date(2024, 2, day, hour).toISOString()
  expect(formatDay(at(9, 0), noon)).toBe('Today')
  expect(formatDay(at(8, 23), noon)).toBe('Yesterday')
  expect(formatDay(at(8, 0), noon)).toBe('Yesterday')
  expect(formatDay(at(7, 23), noon)).toBe('March 07, 2024')
})

test.each([
  [1, '1 byte'],
  [999, '999 bytes'],
  [1_499, '1 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [12_345_678, '12.3 MB'],
])('a file of %i bytes', (bytes, size) => {
  expect(formatSize(bytes)).toBe(size)
})
