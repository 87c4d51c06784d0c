import { expect, test } from 'vitest'
import { describeFailure } from './describe-failure.js'

test.each([
  ['mailMentionsLater', 'mention:created', 'Emails to teammates who were mentioned'],
  ['alertLater', 'message:created', 'Email alerts about new messages'],
  ['someNewReaction', 'customer:updated', 'Work after a customer was updated'],
  ['someNewReaction', 'issue:linked', 'Work after an issue was linked'],
  ['someNewReaction', 'customer:visited', 'Work after a customer came back'],
  ['someNewReaction', 'no event', 'Other background work'],
  ['constructor', '', 'Other background work'],
])('describes %s after %s as "%s"', (reaction, event_type, words) => {
  expect(describeFailure({ reaction, event_type })).toBe(words)
})
