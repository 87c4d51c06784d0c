import type { WebhookEvent } from '@papercups/contract'

/** Every event, by what it is about. */
const SUBJECTS: Record<WebhookEvent, 'Conversations' | 'Customers' | 'Tags' | 'Issues'> = {
  'message:created': 'Conversations',
  'conversation:created': 'Conversations',
  'conversation:updated': 'Conversations',
  'conversation:assigned': 'Conversations',
  'conversation:tagged': 'Conversations',
  'conversation:deleted': 'Conversations',
  'csat:created': 'Conversations',
  'csat:updated': 'Conversations',
  'customer:created': 'Customers',
  'customer:updated': 'Customers',
  'customer:deleted': 'Customers',
  'customer:merged': 'Customers',
  'customer:unmerged': 'Customers',
  'note:created': 'Customers',
  'note:updated': 'Customers',
  'note:deleted': 'Customers',
  'tag:created': 'Tags',
  'tag:updated': 'Tags',
  'tag:deleted': 'Tags',
  'issue:created': 'Issues',
  'issue:updated': 'Issues',
  'issue:deleted': 'Issues',
  'issue:linked': 'Issues',
  'issue:unlinked': 'Issues',
}

export const ALL_EVENTS = Object.keys(SUBJECTS) as WebhookEvent[]

export const EVENT_GROUPS = [...new Set(Object.values(SUBJECTS))].map((title) => ({
  title,
  events: ALL_EVENTS.filter((event) => SUBJECTS[event] === title),
}))

/** What a webhook without a choice gets. */
export const usualEvents = (scope: string | null): WebhookEvent[] =>
  ALL_EVENTS.filter(
    (event) => event === 'message:created' || event === 'conversation:created' || scope?.includes(event),
  )
