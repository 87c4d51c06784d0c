import { expect, test } from 'vitest'
import { presentIds, statusOf } from './session-presence.js'

const meta = (active?: boolean) => ({ online_at: '1', phx_ref: 'x', ...(active !== undefined && { active }) })
const presence = {
  'session:a': { metas: [meta(true)] },
  'session:b': { metas: [meta(false)] },
  'session:c': { metas: [meta(false), meta(true)] },
}

test('the status of a session follows its presence', () => {
  expect(statusOf(presence, 'a')).toBe('online')
  expect(statusOf(presence, 'b')).toBe('inactive')
  expect(statusOf(presence, 'c')).toBe('online')
  expect(statusOf(presence, 'd')).toBe('disconnected')
  expect(presentIds(presence)).toEqual(['a', 'b', 'c'])
})
