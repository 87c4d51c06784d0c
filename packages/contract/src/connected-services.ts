import { Type, type Static } from 'typebox'
import { Instant, Nullable, Timestamp, Uuid } from './scalars.js'

/** A connection to an outside service, without its secrets. */
export const ConnectedService = Type.Object({
  object: Type.Literal('connected_service'),
  id: Uuid,
  /** For example `slack`. */
  service: Type.String(),
  /** `account`: of the whole account, for example HubSpot. */
  kind: Type.Union([Type.Literal('reply'), Type.Literal('support'), Type.Literal('account')]),
  /** Null: the primary inbox, or the whole account. */
  inbox_id: Nullable(Uuid),
  channel: Nullable(Type.String()),
  team_name: Nullable(Type.String()),
  /** `revoked`: the service refuses the token, so an admin has to connect again. */
  state: Type.Union([Type.Literal('working'), Type.Literal('failing'), Type.Literal('revoked')]),
  /** The service's word for what is wrong. */
  failure: Nullable(Type.String()),
  failing_since: Nullable(Instant),
  last_activity_at: Nullable(Instant),
  created_at: Timestamp,
})
export type ConnectedService = Static<typeof ConnectedService>

/** A message on its way to a service. */
export const ServiceDelivery = Type.Object({
  id: Uuid,
  conversation_id: Uuid,
  message_id: Uuid,
  seq: Type.Integer({ minimum: 1 }),
  service: Type.String(),
  /** `delivered`: the service reported that it reached the customer. Only SMS are reported. */
  status: Type.Enum(['waiting', 'sent', 'delivered', 'failed']),
  /** The service's word for what is wrong, for example `channel_not_found`. */
  failure: Nullable(Type.String()),
})
export type ServiceDelivery = Static<typeof ServiceDelivery>
