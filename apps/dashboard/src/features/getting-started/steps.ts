import type { Inbox, OnboardingStatus } from '@papercups/contract'

export interface Step {
  title: string
  text: string
  done: boolean
  links: Array<{ to: string; label: string }>
}

/** All onboarding steps, in the recommended order. */
export function onboardingSteps(status: OnboardingStatus, inboxes: Inbox[], billing: boolean): Step[] {
  const primary = inboxes.find((inbox) => inbox.is_primary) ?? inboxes[0]
  const inbox = primary ? `/inboxes/${primary.id}` : '/inboxes'
  const steps: Step[] = [
    {
      title: 'Configure your inbox',
      text: 'Choose how customers reach you, and put the chat widget on your website.',
      done: status.has_configured_inbox,
      links: [
        { to: inbox, label: 'Configure inbox' },
        ...(primary ? [{ to: `${inbox}/chat-widget`, label: 'Set up chat widget' }] : []),
      ],
    },
    {
      title: 'Set up your profile',
      text: 'Add a name and a picture, so that customers see who answers them.',
      done: status.has_configured_profile,
      links: [{ to: '/settings/profile', label: 'Edit profile' }],
    },
    {
      title: 'Invite your teammates',
      text: 'Answer your customers together.',
      done: status.has_invited_teammates,
      links: [{ to: '/settings/team', label: 'Invite teammates' }],
    },
    {
      title: 'Connect your tools',
      text: 'Connect Slack, email and the other tools that you use.',
      done: status.has_integrations,
      links: [{ to: '/integrations', label: 'See integrations' }],
    },
  ]
  if (!billing) return steps
  return [
    ...steps,
    {
      title: 'Upgrade your subscription',
      text: 'More seats and more features as your team grows.',
      done: status.has_upgraded_subscription,
      links: [{ to: '/settings/billing', label: 'See plans' }],
    },
  ]
}
