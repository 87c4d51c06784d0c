import type { Tag } from '@papercups/contract'
import { expect, test } from 'vitest'
import { aRow } from './a-row.js'
import { applyChange, describeChange } from './bulk-changes.js'

const tag = (id: string): Tag => ({
  id,
  object: 'tag',
  created_at: '2024-03-09T14:05:00',
  updated_at: '2024-03-09T14:05:00',
  name: id,
  description: null,
  color: null,
})

test('an operation changes only the fields it names', () => {
  const row = aRow('a', { tags: [tag('vip')] })
  expect(applyChange(row, { status: 'closed' }, [])).toEqual({ status: 'closed' })
  expect(applyChange(row, { assignee_id: null, priority: 'priority' }, [])).toEqual({
    assignee_id: null,
    priority: 'priority',
  })
  expect(applyChange(row, { archived: true }, []).archived_at).toEqual(expect.any(String))
  expect(applyChange(row, { archived: false }, [])).toEqual({ archived_at: null })
})

test('adds a tag only once and removes only that tag', () => {
  const known = [tag('vip'), tag('late')]
  const names = (change: Parameters<typeof applyChange>[1]) =>
    applyChange(aRow('a', { tags: [tag('vip')] }), change, known).tags?.map((each) => each.id)
  expect(names({ add_tag_ids: ['vip', 'late'] })).toEqual(['vip', 'late'])
  expect(names({ remove_tag_ids: ['vip'] })).toEqual([])
})

test('describes the change in the notice', () => {
  expect(describeChange({ status: 'closed' }, 1)).toBe('1 conversation closed')
  expect(describeChange({ status: 'open' }, 3)).toBe('3 conversations re-opened')
  expect(describeChange({ archived: true }, 2)).toBe('2 conversations deleted')
  expect(describeChange({ priority: 'not_priority' }, 2)).toBe('Priority removed from 2 conversations')
  expect(describeChange({ assignee_id: null }, 2)).toBe('2 conversations unassigned')
})
