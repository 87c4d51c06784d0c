import { expect, test } from 'vitest'
import { aMessage } from './a-message.js'
import { hasEarlier, leavesGap, mergeMessages } from './merge-messages.js'

const seqs = (messages: { seq: number }[]) => messages.map((message) => message.seq)

test('every message once and in order, however they come', () => {
  const merged = mergeMessages([aMessage(2), aMessage(3)], [aMessage(4), aMessage(1), aMessage(3)])
  expect(seqs(merged)).toEqual([1, 2, 3, 4])
})

test('the copy that came last is the one that counts', () => {
  const [message] = mergeMessages([aMessage(1)], [aMessage(1, { seen_at: '2024-03-09T14:06:00Z' })])
  expect(message?.seen_at).toBe('2024-03-09T14:06:00Z')
})

test('a number that is not the next one tells of missed messages', () => {
  expect(leavesGap([aMessage(1), aMessage(2)], aMessage(3))).toBe(false)
  expect(leavesGap([aMessage(1), aMessage(2)], aMessage(1))).toBe(false)
  expect(leavesGap([aMessage(1), aMessage(2)], aMessage(4))).toBe(true)
  expect(leavesGap([], aMessage(1))).toBe(false)
})

test('the first number tells whether there is more above', () => {
  expect([hasEarlier([]), hasEarlier([aMessage(1)]), hasEarlier([aMessage(7)])]).toEqual([false, false, true])
})
