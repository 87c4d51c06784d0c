import { expect, test } from 'vitest'
import type { ConversationRow } from '../../entities/conversation/conversations.js'
import { conversationResults, customerResults, matches } from './find-results.js'

const row = (id: string, customer_id: string, name: string | null, email: string | null, status = 'open') =>
  ({ id, status, customer_id, customer: { id: customer_id, name, email }, last_message: null }) as ConversationRow

test('matches words in any order and case', () => {
  expect(matches('My team', 'TEAM my')).toBe(true)
  expect(matches('My team', 'tea')).toBe(true)
  expect(matches('My team', 'my account')).toBe(false)
})

test('lists a customer once, with the newest conversation', () => {
  const rows = [
    row('new', 'c1', 'Carla', 'carla@example.com', 'closed'),
    row('old', 'c1', 'Carla', 'carla@example.com'),
    row('other', 'c2', null, 'dora@example.com'),
    row('nobody', 'c3', null, null),
  ]
  expect(customerResults(rows, 'example')).toEqual([
    { id: 'customer-c1', label: 'Carla', detail: 'carla@example.com', to: '/conversations/closed/new' },
    { id: 'customer-c2', label: 'dora@example.com', detail: '', to: '/conversations/all/other' },
  ])
  expect(customerResults(rows, 'anonymous')).toEqual([])
})

test('links a conversation to the list of its status', () => {
  const [open, closed] = conversationResults([row('a', 'c', 'Carla', null), row('b', 'c', null, null, 'closed')])
  expect(open).toMatchObject({ label: 'Carla', to: '/conversations/all/a' })
  expect(closed).toMatchObject({ label: 'Anonymous User', to: '/conversations/closed/b' })
})
