import { Type, type Static } from 'typebox'
import { Instant, Nullable, Uuid } from './scalars.js'

/** How an account knows that its customers are who their page says they are. For admins only: the key is a secret. */
export const IdentityVerification = Type.Object({
  object: Type.Literal('identity_verification'),
  required: Type.Boolean(),
  /** What the site's own server signs with. */
  key: Type.String(),
  /** Until when the key before this one is still taken; null when there is none. */
  previous_key_expires_at: Nullable(Instant),
})
export type IdentityVerification = Static<typeof IdentityVerification>

/** Where the chat of an inbox may be embedded; an empty list means anywhere. */
export const AllowedSites = Type.Object({
  object: Type.Literal('allowed_sites'),
  inbox_id: Uuid,
  sites: Type.Array(Type.String()),
})
export type AllowedSites = Static<typeof AllowedSites>
