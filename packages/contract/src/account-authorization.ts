import { Type, type Static } from 'typebox'
import { Line, Nullable, Timestamp, Uuid } from './scalars.js'

/** A connection of the whole account to a service. Its tokens never leave the server. */
export const AccountAuthorization = Type.Object({
  id: Uuid,
  created_at: Timestamp,
  token_type: Nullable(Type.String()),
  /** With spaces between the scopes. */
  scope: Nullable(Type.String()),
})
export type AccountAuthorization = Static<typeof AccountAuthorization>

/** The variables that an operator has to set before anybody can connect. */
export const ServiceSetup = Type.Object({ missing: Type.Array(Type.String()) })

/** What a service sends back with the user. */
export const OAuthReturn = Type.Object({
  code: Type.String({ minLength: 1, maxLength: 1_000 }),
  state: Type.String({ minLength: 1, maxLength: 1_000 }),
})

/** An email as it is looked up in a service. */
export const ContactEmail = Type.String({ maxLength: 255, pattern: '^[^@\\s]+@[^@\\s]+$' })

/** Null removes nothing: it is as if the field was left out. */
export const ContactLine = Type.Optional(Nullable(Line))
