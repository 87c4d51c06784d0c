import type { Lambda, RunStatus } from '@papercups/contract'
import { expect, test } from 'vitest'
import { failuresFirst, isDeployed, readable, testWarning, toggleStatus } from './describe-function.js'

const lambda = (changes: Partial<Lambda>) => ({ status: 'pending', last_deployed_at: null, ...changes }) as Lambda

test('knows whether the draft is what runs', () => {
  expect(isDeployed(lambda({ updated_at: '2026-01-31T12:00:00', last_deployed_at: '2026-01-31T12:00:00Z' }))).toBe(true)
  expect(isDeployed(lambda({ updated_at: '2026-01-31T12:00:01', last_deployed_at: '2026-01-31T12:00:00Z' }))).toBe(
    false,
  )
  expect(isDeployed(lambda({ updated_at: '2026-01-31T12:00:01' }))).toBe(false)
})

test('the switch leaves a function pending that was never deployed', () => {
  const deployed = lambda({ status: 'inactive', last_deployed_at: '2026-01-31T12:00:00Z' })
  expect(toggleStatus(lambda({}), true)).toBe('pending')
  expect(toggleStatus(deployed, true)).toBe('active')
  expect(toggleStatus(deployed, false)).toBe('inactive')
})

test('warns that a test message deploys the changes, also for customers', () => {
  expect(testWarning('inactive')).toBe('Sending a message deploys your changes first.')
  expect(testWarning('active')).toContain('run for your customers at once')
})

test('lists failed runs first and keeps the order of the others', () => {
  const statuses: RunStatus[] = ['succeeded', 'failed', 'waiting', 'failed']
  const runs = statuses.map((status, id) => ({ id, status }))
  expect(failuresFirst(runs).map(({ id }) => id)).toEqual([1, 3, 0, 2])
})

test('writes JSON over several lines and leaves other text alone', () => {
  expect(readable('{"a":1}')).toBe('{\n  "a": 1\n}')
  expect(readable('undefined')).toBe('undefined')
})
