import { expect, test } from 'vitest'
import { ordinaryOffset, TIME_ZONES, timeZoneOptions } from './time-zones.js'

test('the list runs from GMT-11 to GMT+14', () => {
  expect(TIME_ZONES.at(0)?.label).toMatch(/^\(GMT-11\) /)
  expect(TIME_ZONES.at(-1)?.label).toMatch(/^\(GMT\+14\) /)
  const offsets = TIME_ZONES.map(({ offset }) => offset)
  expect(offsets).toEqual(offsets.toSorted((a, b) => a - b))
})

test.each(TIME_ZONES)('$tzCode is $label', ({ tzCode, offset }) => expect(ordinaryOffset(tzCode)).toBe(offset))

test('no zone is offered twice', () => {
  expect(new Set(TIME_ZONES.map(({ tzCode }) => tzCode)).size).toBe(TIME_ZONES.length)
  expect(new Set(TIME_ZONES.map(({ label }) => label)).size).toBe(TIME_ZONES.length)
})

test('adds an unlisted zone of an account or a browser in the order of offsets', () => {
  const options = timeZoneOptions('America/Indiana/Knox', 'Asia/Tokyo', 'America/Indiana/Knox')
  expect(options).toHaveLength(TIME_ZONES.length + 1)
  const position = options.findIndex(({ tzCode }) => tzCode === 'America/Indiana/Knox')
  expect(options[position]).toEqual({
    offset: -360,
    label: '(GMT-6) America/Indiana/Knox',
    tzCode: 'America/Indiana/Knox',
  })
  expect(options[position - 1]?.offset).toBeLessThanOrEqual(-360)
  expect(timeZoneOptions('Not/AZone').find(({ tzCode }) => tzCode === 'Not/AZone')?.offset).toBe(0)
})
