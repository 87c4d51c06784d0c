import type { FailedReaction } from '@papercups/contract'

const BY_REACTION: Record<string, string> = {
  mailMentionsLater: 'Emails to teammates who were mentioned',
  alertLater: 'Email alerts about new messages',
}

/** Work without its own text is described by its event: "Work after a customer was updated". */
export function describeFailure({ reaction, event_type }: Pick<FailedReaction, 'reaction' | 'event_type'>) {
  if (Object.hasOwn(BY_REACTION, reaction)) return BY_REACTION[reaction]
  if (event_type === 'customer:visited') return 'Work after a customer came back'
  const [, thing, change] = /^([a-z]+):([a-z]+)$/.exec(event_type) ?? []
  if (!thing || !change) return 'Other background work'
  return `Work after ${/^[aeiou]/.test(thing) ? 'an' : 'a'} ${thing} was ${change}`
}
