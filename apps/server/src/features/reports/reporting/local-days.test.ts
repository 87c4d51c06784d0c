import { expect, test } from 'vitest'
import { addDays, dayAt, daysBetween, startOfDay, weekdayOf, zoneOf } from './local-days.js'
import { readRange } from './read-range.js'

const start = (zone: string, day: string) => new Date(startOfDay(zone, day)).toISOString()
const hours = (zone: string, day: string) => (startOfDay(zone, addDays(day, 1)) - startOfDay(zone, day)) / 3_600_000

test('finds the first moment of a day in every kind of zone', () => {
  expect(start('UTC', '2024-02-29')).toBe('2024-02-29T00:00:00.000Z')
  expect(start('Asia/Kolkata', '2024-03-01')).toBe('2024-02-29T18:30:00.000Z')
  expect(start('Asia/Kathmandu', '2024-03-01')).toBe('2024-02-29T18:15:00.000Z')
  expect(start('Pacific/Kiritimati', '2024-03-01')).toBe('2024-02-29T10:00:00.000Z')
  expect(start('Pacific/Pago_Pago', '2024-03-01')).toBe('2024-03-01T11:00:00.000Z')
})

test('gives days with a clock change 23 or 25 hours', () => {
  expect(hours('Europe/Berlin', '2024-03-31')).toBe(23)
  expect(hours('Europe/Berlin', '2024-10-27')).toBe(25)
  expect(hours('America/New_York', '2024-03-10')).toBe(23)
  expect(hours('Australia/Lord_Howe', '2024-04-07')).toBe(24.5)
  // No clock showed midnight.
  expect(hours('America/Sao_Paulo', '2018-11-04')).toBe(23)
  // Clocks showed midnight twice.
  expect(hours('America/Havana', '2024-11-03')).toBe(25)
  // Samoa had no such day.
  expect(hours('Pacific/Apia', '2011-12-30')).toBe(0)
  expect(dayAt('Pacific/Apia', Date.parse('2011-12-30T10:00:00Z'))).toBe('2011-12-31')
})

test('counts dates over a leap day', () => {
  expect(daysBetween('2024-02-28', '2024-03-01')).toEqual(['2024-02-28', '2024-02-29', '2024-03-01'])
  expect(daysBetween('2023-02-28', '2023-03-01')).toEqual(['2023-02-28', '2023-03-01'])
  expect(weekdayOf('2024-02-29')).toBe(4)
})

test('counts in UTC where the account has no zone that is known', () => {
  expect([zoneOf(null), zoneOf('Mars/Olympus'), zoneOf('+05:00'), zoneOf('Asia/Tokyo')]).toEqual([
    'UTC',
    'UTC',
    'UTC',
    'Asia/Tokyo',
  ])
})

const read = (from_date: string, to_date: string, zone = 'Europe/Berlin') =>
  readRange({ zone, hours: [] }, { from_date, to_date })

test('reads a range of whole days in every way of writing it', () => {
  for (const [from, to] of [
    ['2024-03-30', '2024-04-01'],
    ['2024-03-30T00:00', '2024-03-31T23:59:59'],
    ['2024-03-29T23:00:00Z', '2024-03-31T21:59:59.999Z'],
    ['2024-03-30T00:00:00.000+01:00', '2024-04-01T00:00:00+0200'],
  ] as const)
    expect(read(from, to).days).toEqual([{ day: '2024-03-30' }, { day: '2024-03-31' }])
})

test('counts only a part of the first and the last day', () => {
  const { days } = read('2024-03-30T12:00:00Z', '2024-04-01T06:00:00Z', 'UTC')
  expect(days.map(({ day, part }) => [day, part && (part.to - part.from) / 3_600_000])).toEqual([
    ['2024-03-30', 12],
    ['2024-03-31', undefined],
    ['2024-04-01', 6],
  ])
  expect(read('2024-03-30T12:00:00Z', '2024-03-30T12:00:00Z').days).toEqual([])
})

test.each([
  ['2024-03-31', '2024-03-30'],
  ['1924-01-01', '2024-01-01'],
  ['2024-01-01', '9999-12-31'],
  ['0000-01-01', '0000-01-02'],
  ['0001-01-01', '0001-01-02'],
  ['1969-12-31', '1970-01-02'],
  ['2200-12-31', '2201-01-01'],
  ['9999-12-31T00:00:00Z', '9999-12-31T23:59:59Z'],
  ['2023-02-29', '2024-01-01'],
  ['2024-13-01', '2024-12-01'],
  ['2024-01-01T24:00:00Z', '2024-02-01'],
  ['2024-01-01T10:61', '2024-02-01'],
  ['2024-01-01T00:00:00Mars', '2024-02-01'],
  ['2024-01-01T00:00:00+99:00', '2024-02-01'],
  ['+012024-01-01', '2024-02-01'],
  ['yesterday', 'today'],
  ['1710000000', '1720000000'],
])('rejects a range from %s to %s', (from, to) => {
  expect(() => read(from, to)).toThrow(expect.objectContaining({ status: 400 }))
})
