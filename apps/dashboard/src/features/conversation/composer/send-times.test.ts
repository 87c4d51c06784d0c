import { expect, test } from 'vitest'
import { sendTimes, toLocalInput } from './send-times.js'

const offered = (now: Date) => sendTimes(now).map(({ label, at }) => [label, toLocalInput(at)])

test('an hour from now, tomorrow and Monday at nine', () => {
  expect(offered(new Date(2024, 2, 6, 23, 30))).toEqual([
    ['In 1 hour', '2024-03-07T00:30'],
    ['Tomorrow morning', '2024-03-07T09:00'],
    ['Monday morning', '2024-03-11T09:00'],
  ])
})

test('on a Sunday the two mornings are one', () => {
  expect(offered(new Date(2024, 2, 10, 12)).map(([label]) => label)).toEqual(['In 1 hour', 'Tomorrow morning'])
})

test('the browser’s own field and a date say the same', () => {
  const at = new Date(2024, 0, 5, 7, 3)
  expect(new Date(toLocalInput(at))).toEqual(at)
})
