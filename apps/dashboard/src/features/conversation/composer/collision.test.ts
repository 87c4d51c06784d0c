import { expect, test } from 'vitest'
import { aMessage } from '../thread/a-message.js'
import { answersSince } from './collision.js'

const [ada, ben] = [1, 2]
const by = (user_id: number, changes = {}) => ({ customer_id: null, user_id, ...changes })

test('only a teammate’s reply after the start of writing counts', () => {
  const messages = [
    aMessage(1),
    aMessage(2, by(ben)),
    aMessage(3),
    aMessage(4, by(ada)),
    aMessage(5, by(ben, { private: true, type: 'note' })),
    aMessage(6, by(ben)),
  ]
  expect(answersSince(messages, 2, ada).map(({ seq }) => seq)).toEqual([6])
  expect(answersSince(messages, 1, ada).map(({ seq }) => seq)).toEqual([2, 6])
  expect(answersSince(messages, 6, ada)).toEqual([])
  expect(answersSince(messages, null, ada)).toEqual([])
})
