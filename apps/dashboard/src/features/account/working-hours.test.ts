import { expect, test } from 'vitest'
import {
  ALL_DAY,
  DAY_OPTIONS,
  endSlots,
  formatSlot,
  nextHours,
  readHours,
  SLOTS,
  startSlots,
  withStart,
} from './working-hours.js'

test('slots are half hours and the last minute of the day', () => {
  expect(SLOTS).toHaveLength(49)
  expect(SLOTS.slice(0, 3)).toEqual([0, 30, 60])
  expect(SLOTS.slice(-2)).toEqual([1410, 1439])
})

test.each([
  [0, '12:00 am'],
  [570, '9:30 am'],
  [720, '12:00 pm'],
  [1080, '6:00 pm'],
  [1439, '11:59 pm'],
  [1440, '12:00 am'],
])('minute %i is %s', (minute, text) => expect(formatSlot(minute)).toBe(text))

test('an end is after its start, and the last slot cannot be a start', () => {
  expect(startSlots().at(-1)).toBe(1410)
  expect(endSlots(1380)).toEqual([1410, 1439])
  expect(endSlots(1410)).toEqual([1439])
})

test('a start after the end moves the end', () => {
  const hours = { day: 'weekdays', start_minute: 540, end_minute: 1020 } as const
  expect(withStart(hours, 600)).toEqual({ day: 'weekdays', start_minute: 600, end_minute: 1020 })
  expect(withStart(hours, 1020)).toEqual({ day: 'weekdays', start_minute: 1020, end_minute: 1439 })
})

test('keeps an end on the next morning', () => {
  const night = { day: 'weekdays', start_minute: 1_320, end_minute: 360 } as const
  expect(withStart(night, 1_380)).toEqual({ ...night, start_minute: 1_380 })
  expect(withStart(night, 360)).toEqual({ day: 'weekdays', start_minute: 360, end_minute: 1_439 })
})

test('lists groups of days first, then Monday to Sunday', () => {
  expect(DAY_OPTIONS.map(({ label }) => label)).toEqual([
    'Every day',
    'Weekdays',
    'Weekends',
    'Monday',
    'Tuesday',
    'Wednesday',
    'Thursday',
    'Friday',
    'Saturday',
    'Sunday',
  ])
})

test('no saved hours mean all day, every day', () => {
  const hours = { day: 'friday', start_minute: 540, end_minute: 1020 }
  expect(readHours([])).toEqual([ALL_DAY])
  expect(readHours([hours, { ...hours, day: 'doomsday' }])).toEqual([hours])
})

test('a new row starts with a day that has no hours yet', () => {
  expect(nextHours([])).toEqual(ALL_DAY)
  expect(nextHours([ALL_DAY]).day).toBe('weekdays')
})
