import type { CustomerProfile } from '@papercups/contract'
import { expect, test } from 'vitest'
import { describeMoves, mergedFields } from './merge-fields.js'

const customer = (fields: Partial<CustomerProfile>) => ({ metadata: null, ...fields }) as CustomerProfile
const none = { conversations: 0, messages: 0, notes: 0, tags: 0, issues: 0, files: 0, browser_sessions: 0 }

test('each field shows its origin and the value that is not kept', () => {
  const kept = customer({ name: 'Carla', email: 'c@example.com', browser: 'Firefox', metadata: { plan: 'gold' } })
  const merged = customer({
    name: 'C. Moreira',
    phone: '+351',
    browser: 'Firefox',
    metadata: { plan: 'free', seats: 5 },
  })
  const result = { ...kept, phone: '+351', metadata: { plan: 'gold', seats: 5 } }
  expect(mergedFields({ object: 'customer_merge_preview', kept, merged, result, moves: none })).toEqual([
    { term: 'Name', value: 'Carla', filled: false, lost: 'C. Moreira' },
    { term: 'Email', value: 'c@example.com', filled: false, lost: null },
    { term: 'Phone', value: '+351', filled: true, lost: null },
    { term: 'Device', value: 'Firefox', filled: false, lost: null },
    { term: 'plan', value: 'gold', filled: false, lost: 'free' },
    { term: 'seats', value: '5', filled: true, lost: null },
  ])
})

test('describes what moves in words', () => {
  expect(describeMoves(none)).toBe(null)
  expect(describeMoves({ ...none, conversations: 1, messages: 1_204, browser_sessions: 2 })).toBe(
    '1 conversation, 1,204 messages, 2 browser sessions',
  )
})
