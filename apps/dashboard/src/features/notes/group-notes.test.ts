import type { ListedNote } from '@papercups/contract'
import { expect, test } from 'vitest'
import { groupNotes } from './group-notes.js'

const note = (id: string, customer_id: string, created_at: string) =>
  ({ id, customer_id, created_at, customer: { id: customer_id } }) as ListedNote

test('groups notes by day and then by customer', () => {
  const days = groupNotes([
    note('4', 'carla', '2024-03-09T12:20:00'),
    note('3', 'dora', '2024-03-09T12:10:00'),
    note('2', 'carla', '2024-03-09T12:00:00'),
    note('1', 'carla', '2024-03-07T12:00:00'),
  ])
  const seen = days.map(({ day, customers }) => [
    day,
    customers.map(({ customer, notes }) => [customer.id, notes.map(({ id }) => id)]),
  ])
  expect(seen).toEqual([
    [
      'March 09, 2024',
      [
        ['carla', ['4', '2']],
        ['dora', ['3']],
      ],
    ],
    ['March 07, 2024', [['carla', ['1']]]],
  ])
})
