import { expect, test } from 'vitest'
import { ALL_EVENTS, EVENT_GROUPS, usualEvents } from './events.js'

test('groups every event once', () => {
  expect(EVENT_GROUPS.flatMap(({ events }) => events)).toEqual(ALL_EVENTS)
})

test('knows what a webhook without a choice gets', () => {
  expect(usualEvents(null)).toEqual(['message:created', 'conversation:created'])
  expect(usualEvents('tag:created')).toEqual(['message:created', 'conversation:created', 'tag:created'])
})
