import { Type } from 'typebox'
import { defineEndpoints } from '../../endpoint.js'
import { ById, Count, Data, Nothing, Uuid } from '../../scalars.js'
import {
  EventSubscription,
  EventSubscriptionChanges,
  NewEventSubscription,
  SendSince,
  Verification,
  WebhookDelivery,
  WebhookDeliveryDetails,
  WebhookDeliveryFilters,
  WebhookDeliveryPage,
  WebhookEvent,
  WebhookSecret,
  WebhookUrl,
} from '../../webhooks.js'

const OneDelivery = Type.Object({ id: Uuid, delivery_id: Uuid })

export const webhooksEndpoints = defineEndpoints({
  'GET /api/event_subscriptions': {
    allow: 'admin',
    response: { 200: Data(Type.Array(EventSubscription)) },
  },

  /** Stored even if the URL does not answer the challenge. Then it is not verified. */
  'POST /api/event_subscriptions': {
    allow: 'admin',
    body: Type.Object({ event_subscription: NewEventSubscription }),
    response: { 201: Data(EventSubscription) },
  },

  'POST /api/event_subscriptions/verify': {
    allow: 'admin',
    body: WebhookUrl,
    response: { 200: Data(Verification) },
  },

  'GET /api/event_subscriptions/:id': {
    allow: 'admin',
    params: ById,
    response: { 200: Data(EventSubscription) },
  },

  /** A given `webhook_url` is verified, unless it is the stored one and verified already. */
  'PUT /api/event_subscriptions/:id': {
    allow: 'admin',
    also: ['PATCH'],
    params: ById,
    body: Type.Object({ event_subscription: EventSubscriptionChanges }),
    response: { 200: Data(EventSubscription) },
  },

  'DELETE /api/event_subscriptions/:id': {
    allow: 'admin',
    params: ById,
    response: { 204: Nothing },
  },

  'GET /api/event_subscriptions/:id/secret': {
    allow: 'admin',
    params: ById,
    response: { 200: Data(WebhookSecret) },
  },

  /** The previous secret is valid for another day, unless `keep_previous` is false. */
  'POST /api/event_subscriptions/:id/rotate_secret': {
    allow: 'admin',
    params: ById,
    body: Type.Object({ keep_previous: Type.Optional(Type.Boolean()) }),
    response: { 200: Data(WebhookSecret) },
  },

  /** Sends everything that waited while it was paused. */
  'POST /api/event_subscriptions/:id/resume': {
    allow: 'admin',
    params: ById,
    response: { 200: Data(EventSubscription) },
  },

  /** Sends a sample of the event. */
  'POST /api/event_subscriptions/:id/test': {
    allow: 'admin',
    params: ById,
    body: Type.Object({ event: WebhookEvent }),
    response: { 202: Data(WebhookDelivery) },
  },

  /** Sends every event since then again, also delivered ones. */
  'POST /api/event_subscriptions/:id/send_since': {
    allow: 'admin',
    params: ById,
    body: SendSince,
    response: { 202: Data(Count) },
  },

  'GET /api/event_subscriptions/:id/deliveries': {
    allow: 'admin',
    params: ById,
    query: WebhookDeliveryFilters,
    response: { 200: WebhookDeliveryPage },
  },

  'GET /api/event_subscriptions/:id/deliveries/:delivery_id': {
    allow: 'admin',
    params: OneDelivery,
    response: { 200: Data(WebhookDeliveryDetails) },
  },

  'POST /api/event_subscriptions/:id/deliveries/:delivery_id/send_again': {
    allow: 'admin',
    params: OneDelivery,
    response: { 202: Data(WebhookDelivery) },
  },
})
