import { expect, test } from 'vitest'
import { sendTimes, snoozeTimes, toLocalInput } from './later-times.js'

const WEDNESDAY_NIGHT = new Date(2024, 2, 6, 23, 30)
const SUNDAY = new Date(2024, 2, 10, 12)
const MONDAY = new Date(2024, 2, 11, 8)

const until = (now: Date) => snoozeTimes(now).map((time) => time.until)
const at = (now: Date) => sendTimes(now).map(({ label, at }) => [label, toLocalInput(at)])

test('snoozes for an hour, until tomorrow morning, until Monday morning or until an answer', () => {
  expect(until(WEDNESDAY_NIGHT)).toEqual([
    new Date(2024, 2, 7, 0, 30),
    new Date(2024, 2, 7, 9),
    new Date(2024, 2, 11, 9),
    null,
  ])
})

test('next week is tomorrow on a Sunday and seven days away on a Monday', () => {
  expect(until(SUNDAY)[2]).toEqual(new Date(2024, 2, 11, 9))
  expect(until(MONDAY)[2]).toEqual(new Date(2024, 2, 18, 9))
})

test('sends in an hour, tomorrow morning or Monday morning', () => {
  expect(at(WEDNESDAY_NIGHT)).toEqual([
    ['In 1 hour', '2024-03-07T00:30'],
    ['Tomorrow morning', '2024-03-07T09:00'],
    ['Monday morning', '2024-03-11T09:00'],
  ])
})

test('offers Monday morning once on a Sunday', () => {
  expect(at(SUNDAY).map(([label]) => label)).toEqual(['In 1 hour', 'Tomorrow morning'])
})

test('the value of the input names the same moment', () => {
  const moment = new Date(2024, 0, 5, 7, 3)
  expect(new Date(toLocalInput(moment))).toEqual(moment)
})
