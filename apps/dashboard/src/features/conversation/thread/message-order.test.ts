import { expect, test } from 'vitest'
import { aMessage } from './a-message.js'
import { hasEarlier, leavesGap } from './message-order.js'

test('a number that is not the next one tells of missed messages', () => {
  expect(leavesGap([aMessage(1), aMessage(2)], aMessage(3))).toBe(false)
  expect(leavesGap([aMessage(1), aMessage(2)], aMessage(1))).toBe(false)
  expect(leavesGap([aMessage(1), aMessage(2)], aMessage(4))).toBe(true)
  expect(leavesGap([], aMessage(1))).toBe(false)
})

test('the first number tells whether there is more above', () => {
  expect([hasEarlier([]), hasEarlier([aMessage(1)]), hasEarlier([aMessage(7)])]).toEqual([false, false, true])
})
