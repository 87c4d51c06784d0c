import { Type, type Static } from 'typebox'
import { Instant, LenientText, Nullable, Uuid } from './scalars.js'

/** How an account knows that its customers are who their page says they are. For admins only: the key is a secret. */
export const IdentityVerification = Type.Object({
  object: Type.Literal('identity_verification'),
  required: Type.Boolean(),
  /** The site's own server makes `userHash` with it. Null when it cannot be opened: the install's secret key changed. */
  key: Nullable(Type.String()),
  /** The site's own server signs `identityToken` with it. */
  token_key: Nullable(Type.String()),
  /** Until when the keys before these are still taken; null when there are none. */
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

/** The proof of identity that a public call may carry. A proof that is not valid is ignored, never refused by its form. */
export const ProofFields = { user_hash: LenientText, identity_token: LenientText }
