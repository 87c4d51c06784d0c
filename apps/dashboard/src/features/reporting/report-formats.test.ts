import { expect, test } from 'vitest'
import {
  changeOf,
  formatChange,
  formatChartDate,
  formatDuration,
  formatTick,
  formatWeekday,
  topShares,
} from './report-formats.js'
import { exportName, queryOf, rangeIn, todayIn } from './report-range.js'

test('formats dates, weekdays and durations', () => {
  expect([formatChartDate('2024-03-09'), formatChartDate('2024-02-29')]).toEqual(['Mar 9', 'Feb 29'])
  expect(['Monday', 'Wednesday', 'Sunday'].map(formatWeekday)).toEqual(['Mon', 'Wed', 'Sun'])
  expect([0, 45, 90, 135, 5_400].map(formatTick)).toEqual(['0s', '45s', '1.5m', '2.3m', '1.5h'])
  expect([0, 59.4, 60, 3_905, 90_061].map(formatDuration)).toEqual(['0s', '59s', '1m 0s', '1h 5m 5s', '25h 1m 1s'])
})

test('shows a change with two decimals, and none without a week before', () => {
  expect(formatChange(changeOf(75, 100) ?? 0)).toBe('-25.00%')
  expect(formatChange(changeOf(400, 300) ?? 0)).toBe('+33.33%')
  expect([0, -0.001, 0.001].map(formatChange)).toEqual(['0.00%', '0.00%', '0.00%'])
  expect([changeOf(5, 0), changeOf(5, undefined)]).toEqual([undefined, undefined])
})

test('shows up to five entries, and of more the four largest and the others', () => {
  const five = [5, 1, 4, 2, 3].map((count) => ({ name: `B${count}`, count }))
  expect(topShares(five).map(({ name }) => name)).toEqual(['B5', 'B4', 'B3', 'B2', 'B1'])
  expect(topShares([...five, { name: 'B6', count: 6 }])).toEqual([
    ...[6, 5, 4, 3].map((count) => ({ name: `B${count}`, count })),
    { name: 'Other', count: 3, isRest: true },
  ])
})

test('the range is the last 30 days unless the URL has a valid one', () => {
  const read = (search: string) => rangeIn(new URLSearchParams(search), '2024-03-09')
  const usual = { from: '2024-02-09', to: '2024-03-09' }
  expect(read('')).toEqual(usual)
  expect(read('from=2024-03-01&to=2024-03-05')).toEqual({ from: '2024-03-01', to: '2024-03-05' })
  const dates = [
    'from=2024-03-05&to=2024-03-01',
    'from=x&to=2024-03-05',
    'from=2024-03-05',
    'from=2024-02-31&to=2024-03-05',
  ]
  for (const bad of dates) {
    expect(read(bad)).toEqual(usual)
  }
})

test('days are those of the account, and the file is named by them', () => {
  const now = Date.parse('2024-03-09T20:00:00Z')
  expect([todayIn('Asia/Tokyo', now), todayIn(null, now), todayIn('Mars/Olympus', now)]).toEqual([
    ...['2024-03-10', '2024-03-09', '2024-03-09'],
  ])
  const range = { from: '2024-03-01', to: '2024-03-09' }
  expect(exportName(range)).toBe('reporting-20240301-20240309.json')
  expect(queryOf(range)).toEqual({ from_date: '2024-03-01T00:00:00.000', to_date: '2024-03-09T23:59:59.999' })
})
