import { expect, test } from 'vitest'
import { aMessage } from './a-message.js'
import { toItems, toRows } from './thread.js'

const at = (day: number, hour: number, minute: number, second = 0) =>
  new Date(2024, 2, day, hour, minute, second).toISOString()
const openers = (messages: Parameters<typeof toItems>[0], of: 'opensDay' | 'opensGroup') =>
  toRows(toItems(messages, [])).flatMap((row) => (row[of] ? (row.item.message?.seq ?? []) : []))

test('groups by person and minute, separated by days', () => {
  const fromAda = { customer_id: null, user_id: 1 }
  const messages = [
    aMessage(1, { created_at: at(8, 23, 59) }),
    aMessage(2, { created_at: at(9, 10, 0, 5) }),
    aMessage(3, { created_at: at(9, 10, 0, 55) }),
    aMessage(4, { created_at: at(9, 10, 1) }),
    aMessage(5, { created_at: at(9, 10, 1), ...fromAda }),
    aMessage(6, { created_at: at(9, 10, 1), ...fromAda, private: true, type: 'note' }),
    aMessage(7, { created_at: at(9, 10, 1), ...fromAda, private: true, type: 'note' }),
  ]
  expect(openers(messages, 'opensDay')).toEqual([1, 2])
  expect(openers(messages, 'opensGroup')).toEqual([1, 2, 4, 5, 6])
})

test('another conversation in the same minute starts a new group', () => {
  const messages = [aMessage(1, { conversation_id: 'before' }), aMessage(2)]
  expect(openers(messages, 'opensGroup')).toEqual([1, 2])
})

test('a stored message keeps the key of its unsent copy', () => {
  const outgoing = {
    client_message_id: 'k',
    conversation_id: 'c',
    user_id: 1,
    body: 'Hi',
    private: false,
    mentions: [],
    attachments: [],
    sent_at: at(9, 10, 0),
    failure: undefined,
  }
  expect(toItems([], [outgoing])[0]?.key).toBe(toItems([aMessage(1, { client_message_id: 'k' })], [])[0]?.key)
})
