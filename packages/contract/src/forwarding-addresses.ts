import { Type, type Static } from 'typebox'
import { Line, Nullable, Omittable, Timestamp, Uuid } from './scalars.js'

/** An address of ours. Mail that a company's own address forwards to it becomes conversations of an inbox. */
export const ForwardingAddress = Type.Object({
  id: Uuid,
  object: Type.Literal('forwarding_address'),
  account_id: Uuid,
  inbox_id: Uuid,
  forwarding_email_address: Type.String(),
  /** The company's own address. */
  source_email_address: Nullable(Type.String()),
  state: Nullable(Type.String()),
  description: Nullable(Type.String()),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type ForwardingAddress = Static<typeof ForwardingAddress>

/** The server makes the address. Without an inbox it belongs to the primary one. */
export const NewForwardingAddress = Type.Object({
  inbox_id: Omittable(Uuid),
  source_email_address: Omittable(Line),
  description: Omittable(Type.String({ maxLength: 2_000 })),
  state: Omittable(Line),
})
export type NewForwardingAddress = Static<typeof NewForwardingAddress>

export const ForwardingAddressFilters = Type.Object(
  {
    inbox_id: Omittable(Uuid),
    forwarding_email_address: Omittable(Line),
    source_email_address: Omittable(Line),
    state: Omittable(Line),
  },
  { additionalProperties: false },
)
export type ForwardingAddressFilters = Static<typeof ForwardingAddressFilters>
