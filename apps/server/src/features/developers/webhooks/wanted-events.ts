import { WEBHOOK_EVENTS, type EventSubscription, type WebhookEvent } from '@papercups/contract'

/** Sent to every subscription that chooses no events, as the original did. */
const ALWAYS: readonly WebhookEvent[] = ['message:created', 'conversation:created']

/** The events that a subscription gets. */
export function wantedEvents({
  events,
  scope,
}: Pick<EventSubscription, 'events' | 'scope'>): ReadonlySet<WebhookEvent> {
  if (events) return new Set(events)
  return new Set(WEBHOOK_EVENTS.filter((event) => ALWAYS.includes(event) || scope?.includes(event)))
}
