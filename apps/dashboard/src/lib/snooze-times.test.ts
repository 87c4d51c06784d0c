import { expect, test } from 'vitest'
import { snoozeTimes } from './snooze-times.js'

const until = (now: Date) => snoozeTimes(now).map((time) => time.until)

test('an hour, the next morning, the next Monday morning, or the customer’s answer', () => {
  const wednesday = new Date(2024, 2, 6, 23, 30)
  expect(until(wednesday)).toEqual([
    new Date(2024, 2, 7, 0, 30),
    new Date(2024, 2, 7, 9),
    new Date(2024, 2, 11, 9),
    null,
  ])
})

test('on a Sunday next week is tomorrow, on a Monday it is a week away', () => {
  expect(until(new Date(2024, 2, 10, 12))[2]).toEqual(new Date(2024, 2, 11, 9))
  expect(until(new Date(2024, 2, 11, 8))[2]).toEqual(new Date(2024, 2, 18, 9))
})
