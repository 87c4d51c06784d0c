import { expect, test } from 'vitest'
import { clockPeriods } from './clock-periods.js'
import { dayAt, offsetAt, weekdayOf } from './local-days.js'
import { readRange } from './read-range.js'

const HOUR_MS = 3_600_000
const QUARTER_MS = HOUR_MS / 4

/** The periods that a weekday and an hour select of a range, with their starts and ends as texts. */
function periodsOf(zone: string, [from_date, to_date]: [string, string], weekday: number | null, hour: number | null) {
  const range = readRange({ zone, hours: [] }, { from_date, to_date })
  const [starts, ends] = clockPeriods(range, weekday, hour)
  return { range, periods: (starts ?? []).map((start, at): [string, string] => [start, ends?.[at] ?? '']) }
}

test('selects everything if neither a weekday nor an hour is chosen', () => {
  const range = readRange({ zone: 'UTC', hours: [] }, { from_date: '2024-03-01', to_date: '2024-03-02' })
  expect(clockPeriods(range, null, undefined)).toEqual([null, null])
})

test('an hour that the clocks show twice has both, and one that they skip has none', () => {
  const autumn = periodsOf('Europe/Berlin', ['2024-10-27', '2024-10-28'], 0, 2)
  expect(autumn.periods).toEqual([
    ['2024-10-27T00:00:00.000Z', '2024-10-27T01:00:00.000Z'],
    ['2024-10-27T01:00:00.000Z', '2024-10-27T02:00:00.000Z'],
  ])
  expect(periodsOf('Europe/Berlin', ['2024-03-31', '2024-04-01'], 0, 2).periods).toEqual([])
  expect(periodsOf('CET', ['2024-07-03', '2024-07-04'], 3, 12).periods).toEqual([
    ['2024-07-03T10:00:00.000Z', '2024-07-03T11:00:00.000Z'],
  ])
})

test.each([
  ['Europe/Berlin', '2024-03-20', '2024-04-10'],
  ['America/Havana', '2024-10-25', '2024-11-10'],
  ['Australia/Lord_Howe', '2024-03-30T12:00:00Z', '2024-04-10T06:30:00Z'],
  ['Asia/Kolkata', '2024-03-01', '2024-03-15'],
  ['AET', '2024-03-30', '2024-04-14'],
])('the periods of %s have the moments that its clocks show at that hour and on that weekday', (zone, from, to) => {
  for (const [weekday, hour] of [
    [0, null],
    [null, 1],
    [0, 0],
    [0, 23],
    [6, 2],
  ] as const) {
    const { range, periods } = periodsOf(zone, [from, to], weekday, hour)
    const isIn = (at: number) => periods.some(([start, end]) => Date.parse(start) <= at && at < Date.parse(end))
    const shows = (at: number) =>
      (weekday === null || weekdayOf(dayAt(zone, at)) === weekday) &&
      (hour === null || new Date(at + offsetAt(zone, at)).getUTCHours() === hour)
    const wrong: string[] = []
    for (let at = range.from; at < range.to; at += QUARTER_MS)
      if (isIn(at) !== shows(at)) wrong.push(new Date(at).toISOString())
    expect(wrong).toEqual([])
  }
})
