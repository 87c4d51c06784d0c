import type { Inbox } from '@papercups/contract'
import { expect, test } from 'vitest'
import { onboardingSteps } from './steps.js'

const nothing = {
  has_configured_inbox: false,
  has_configured_profile: false,
  has_invited_teammates: false,
  has_integrations: false,
  has_upgraded_subscription: false,
}
const inboxes = [
  { id: 'second', is_primary: false },
  { id: 'first', is_primary: true },
] as Inbox[]

test('links each step to its page, starting with the primary inbox', () => {
  const links = onboardingSteps(nothing, inboxes, true).flatMap((step) => step.links.map(({ to }) => to))
  expect(links).toEqual([
    '/inboxes/first',
    '/inboxes/first/chat-widget',
    '/settings/profile',
    '/settings/team',
    '/integrations',
    '/settings/billing',
  ])
})

test('omits the upgrade step without billing', () => {
  expect(onboardingSteps(nothing, inboxes, false)).toHaveLength(4)
})

test('marks finished steps', () => {
  const status = { ...nothing, has_configured_profile: true, has_integrations: true }
  expect(onboardingSteps(status, inboxes, true).map(({ done }) => done)).toEqual([false, true, false, true, false])
})
