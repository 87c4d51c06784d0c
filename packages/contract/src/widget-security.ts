import { Type, type Static } from 'typebox'
import { Instant, LenientText, Nullable, Uuid } from './scalars.js'

/** How an account verifies the identity of visitors. For admins only, because the key is secret. */
export const IdentityVerification = Type.Object({
  object: Type.Literal('identity_verification'),
  required: Type.Boolean(),
  /** The site's server creates `userHash` with it. Null if the secret key of the install has changed. */
  key: Nullable(Type.String()),
  /** The site's server signs `identityToken` with it. */
  token_key: Nullable(Type.String()),
  /** Until when the previous keys still work; null if there are none. */
  previous_key_expires_at: Nullable(Instant),
})
export type IdentityVerification = Static<typeof IdentityVerification>

/** The sites that may embed the chat of an inbox; an empty list means all. */
export const AllowedSites = Type.Object({
  object: Type.Literal('allowed_sites'),
  inbox_id: Uuid,
  sites: Type.Array(Type.String()),
})
export type AllowedSites = Static<typeof AllowedSites>

/** The proof of identity that a public call may carry. An invalid format is ignored, not rejected. */
export const ProofFields = { user_hash: LenientText, identity_token: LenientText }
