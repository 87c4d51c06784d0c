import { expect, test } from 'vitest'
import { aMessage } from './a-message.js'
import { applyReceipts, receiptsOf } from './receipts.js'

const NOW = '2024-03-09T14:06:00Z'
const sent = (seq: number, changes: Parameters<typeof aMessage>[1] = {}) =>
  aMessage(seq, { customer_id: null, user_id: 1, ...changes })
const delivered = (seq: number) => sent(seq, { delivered_at: NOW })
const seen = (seq: number) => sent(seq, { delivered_at: NOW, seen_at: NOW })
const shown = (messages: Parameters<typeof receiptsOf>[0]) =>
  [...receiptsOf(messages)].map(([id, receipt]) => `${id} ${receipt}`)

test('shows each state once, under the newest message that has it', () => {
  expect(shown([seen(1), seen(2), delivered(3), delivered(4), sent(5), sent(6)])).toEqual([
    'message-6 Sent',
    'message-4 Delivered',
    'message-2 Seen',
  ])
})

test('"Seen" covers all earlier messages', () => {
  expect(shown([sent(1), delivered(2), seen(3)])).toEqual(['message-3 Seen'])
  expect(shown([sent(1), delivered(2)])).toEqual(['message-2 Delivered'])
})

test('notes and messages of the customer have no receipt', () => {
  expect(shown([aMessage(1), sent(2, { private: true, type: 'note' })])).toEqual([])
  expect(shown([seen(1), aMessage(2), sent(3, { private: true, type: 'note' })])).toEqual(['message-1 Seen'])
})

test('applies receipts to the team’s messages up to their number, and keeps the first time', () => {
  const news = { conversation_id: 'conversation', up_to: 3, delivered_at: null, seen_at: '2024-03-09T15:00:00Z' }
  const after = applyReceipts([seen(1), delivered(2), aMessage(3), sent(4)], news)
  expect(after.map((message) => message.seen_at)).toEqual([NOW, '2024-03-09T15:00:00Z', null, null])
  expect(after.map((message) => message.delivered_at)).toEqual([NOW, NOW, null, null])
})
