import { expect, test } from 'vitest'
import { aMessage } from './a-message.js'
import { toDays, toItems } from './thread.js'

const at = (day: number, hour: number, minute: number, second = 0) =>
  new Date(2024, 2, day, hour, minute, second).toISOString()
const shape = (messages: Parameters<typeof toItems>[0]) =>
  toDays(toItems(messages, [])).map((day) => day.groups.map((group) => group.items.map((item) => item.message?.seq)))

test('groups by person and minute, separated by days', () => {
  const fromAda = { customer_id: null, user_id: 1 }
  expect(
    shape([
      aMessage(1, { created_at: at(8, 23, 59) }),
      aMessage(2, { created_at: at(9, 10, 0, 5) }),
      aMessage(3, { created_at: at(9, 10, 0, 55) }),
      aMessage(4, { created_at: at(9, 10, 1) }),
      aMessage(5, { created_at: at(9, 10, 1), ...fromAda }),
      aMessage(6, { created_at: at(9, 10, 1), ...fromAda, private: true, type: 'note' }),
    ]),
  ).toEqual([[[1]], [[2, 3], [4], [5], [6]]])
})

test('a confirmed message keeps the key it had on its way', () => {
  const outgoing = {
    client_message_id: 'k',
    conversation_id: 'c',
    user_id: 1,
    body: 'Hi',
    private: false,
    sent_at: at(9, 10, 0),
    failure: null,
  }
  expect(toItems([], [outgoing])[0]?.key).toBe(toItems([aMessage(1, { client_message_id: 'k' })], [])[0]?.key)
})
