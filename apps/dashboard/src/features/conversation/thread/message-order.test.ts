import { expect, test } from 'vitest'
import { aMessage } from './a-message.js'
import { hasEarlier, leavesGap } from './message-order.js'

test('a gap in the numbers means missed messages', () => {
  expect(leavesGap([aMessage(1), aMessage(2)], aMessage(3))).toBe(false)
  expect(leavesGap([aMessage(1), aMessage(2)], aMessage(1))).toBe(false)
  expect(leavesGap([aMessage(1), aMessage(2)], aMessage(4))).toBe(true)
  expect(leavesGap([], aMessage(1))).toBe(false)
})

test('a first number above 1 means that there are earlier messages', () => {
  expect([hasEarlier([]), hasEarlier([aMessage(1)]), hasEarlier([aMessage(7)])]).toEqual([false, false, true])
})
