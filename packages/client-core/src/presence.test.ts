import type { PresenceMeta } from '@papercups/contract'
import { expect, test } from 'vitest'
import { applyDiff } from './presence.js'

const meta = (phx_ref: string): PresenceMeta => ({ online_at: '1', phx_ref })

test('a person is gone when their last tab is closed', () => {
  const two = applyDiff({}, { joins: { carla: { metas: [meta('a'), meta('b')] } }, leaves: {} })
  const one = applyDiff(two, { joins: {}, leaves: { carla: { metas: [meta('a')] } } })
  expect(one).toEqual({ carla: { metas: [meta('b')] } })
  expect(applyDiff(one, { joins: {}, leaves: { carla: { metas: [meta('b')] } } })).toEqual({})
})

test('a join that is already in the state counts once', () => {
  const state = { carla: { metas: [meta('a')] } }
  expect(applyDiff(state, { joins: { carla: { metas: [meta('a')] } }, leaves: {} })).toEqual(state)
})
