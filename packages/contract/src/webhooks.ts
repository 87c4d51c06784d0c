import { Type, type Static } from 'typebox'
import { Instant, InstantInput, Nullable, Omittable, Timestamp, Uuid } from './scalars.js'

/** Every event that a webhook can get. docs/webhooks.md has a payload of each. */
export const WEBHOOK_EVENTS = [
  'message:created',
  'conversation:created',
  'conversation:updated',
  'conversation:assigned',
  'conversation:tagged',
  'conversation:deleted',
  'csat:created',
  'csat:updated',
  'customer:created',
  'customer:updated',
  'customer:deleted',
  'customer:merged',
  'customer:unmerged',
  'note:created',
  'note:updated',
  'note:deleted',
  'tag:created',
  'tag:updated',
  'tag:deleted',
  'issue:created',
  'issue:updated',
  'issue:deleted',
  'issue:linked',
  'issue:unlinked',
] as const
export const WebhookEvent = Type.Enum([...WEBHOOK_EVENTS])
export type WebhookEvent = Static<typeof WebhookEvent>

export const EventSubscription = Type.Object({
  id: Uuid,
  object: Type.Literal('event_subscription'),
  created_at: Timestamp,
  updated_at: Timestamp,
  webhook_url: Type.String(),
  /** Only verified subscriptions get events. */
  verified: Type.Boolean(),
  account_id: Uuid,
  /** Names of events in any text. They are sent in addition to new messages and conversations. */
  scope: Nullable(Type.String()),
  /** Exactly these events are sent. Null: new messages, new conversations and those in `scope`. */
  events: Nullable(Type.Array(WebhookEvent)),
  /** When the receiver began to fail. Null while it works. */
  failing_since: Nullable(Instant),
  /** It failed for too long. Events wait until somebody resumes it. */
  paused_at: Nullable(Instant),
})
export type EventSubscription = Static<typeof EventSubscription>

const Url = Type.String({ maxLength: 2_000 })

const settings = {
  scope: Omittable(Type.String({ maxLength: 2_000 })),
  events: Omittable(Type.Array(WebhookEvent, { maxItems: 100 })),
}

export const NewEventSubscription = Type.Object({
  webhook_url: Type.String({ maxLength: 2_000, pattern: '\\S' }),
  ...settings,
})
export type NewEventSubscription = Static<typeof NewEventSubscription>

export const EventSubscriptionChanges = Type.Object({
  webhook_url: Type.Optional(Type.String({ maxLength: 2_000, pattern: '\\S' })),
  ...settings,
})
export type EventSubscriptionChanges = Static<typeof EventSubscriptionChanges>

export const WebhookUrl = Type.Object({ url: Url })

/** Whether a URL answered the challenge, and if not, why. */
export const Verification = Type.Object({ verified: Type.Boolean(), problem: Nullable(Type.String()) })
export type Verification = Static<typeof Verification>

/** The key of the signatures. */
export const WebhookSecret = Type.Object({
  object: Type.Literal('webhook_secret'),
  /** Null if it cannot be decrypted because the server's secret key has changed. Rotate it then. */
  secret: Nullable(Type.String()),
  /** Until then, signatures with the previous secret are sent too. */
  previous_expires_at: Nullable(Instant),
})
export type WebhookSecret = Static<typeof WebhookSecret>

export const DeliveryStatus = Type.Enum(['waiting', 'delivered', 'failed'])
export type DeliveryStatus = Static<typeof DeliveryStatus>

/** One event for one subscription. */
export const WebhookDelivery = Type.Object({
  id: Uuid,
  object: Type.Literal('webhook_delivery'),
  subscription_id: Uuid,
  event: WebhookEvent,
  status: DeliveryStatus,
  is_test: Type.Boolean(),
  attempts: Type.Integer({ minimum: 0 }),
  created_at: Timestamp,
  delivered_at: Nullable(Instant),
  /** When it is tried again. Null unless it waits after a failed attempt. */
  next_try_at: Nullable(Instant),
})
export type WebhookDelivery = Static<typeof WebhookDelivery>

export const WebhookAttempt = Type.Object({
  started_at: Instant,
  duration_ms: Type.Integer({ minimum: 0 }),
  /** The status of the answer. Null without one; then `failure` says why. */
  status: Nullable(Type.Integer()),
  failure: Nullable(Type.String()),
  /** The first 4 kB. */
  answer: Nullable(Type.String()),
})
export type WebhookAttempt = Static<typeof WebhookAttempt>

/** With its newest attempts, newest first, and the body that is sent. */
export const WebhookDeliveryDetails = Type.Object({
  ...WebhookDelivery.properties,
  body: Type.String(),
  tries: Type.Array(WebhookAttempt),
})
export type WebhookDeliveryDetails = Static<typeof WebhookDeliveryDetails>

/** Newest first. `next` is the `after` of the following page. */
export const WebhookDeliveryPage = Type.Object({
  data: Type.Array(WebhookDelivery),
  next: Nullable(Type.String()),
})
export type WebhookDeliveryPage = Static<typeof WebhookDeliveryPage>

export const WebhookDeliveryFilters = Type.Object({
  status: Omittable(DeliveryStatus),
  event: Omittable(WebhookEvent),
  after: Omittable(Type.String({ pattern: '^\\d{1,18}$' })),
  limit: Omittable(Type.Integer({ minimum: 1, maximum: 100 })),
})
export type WebhookDeliveryFilters = Static<typeof WebhookDeliveryFilters>

export const SendSince = Type.Object({ since: InstantInput })
