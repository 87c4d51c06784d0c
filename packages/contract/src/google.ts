import { Type, type Static } from 'typebox'
import { Nullable, Timestamp, UserId, Uuid } from './scalars.js'

export const GoogleClient = Type.Union([Type.Literal('gmail'), Type.Literal('sheets')])

/** A connection to Gmail or Google Sheets, without its tokens. */
export const GoogleAuthorization = Type.Object({
  id: Uuid,
  object: Type.Literal('google_authorization'),
  account_id: Uuid,
  inbox_id: Nullable(Uuid),
  /** Who connected it. */
  user_id: Nullable(UserId),
  client: GoogleClient,
  /** `personal` is the mailbox of one user. */
  type: Type.Union([Type.Literal('support'), Type.Literal('personal'), Type.Literal('sheets')]),
  /** The address of the mailbox. */
  email: Nullable(Type.String()),
  /** Google refuses the token, so somebody has to connect again. */
  is_revoked: Type.Boolean(),
  scope: Type.String(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type GoogleAuthorization = Static<typeof GoogleAuthorization>
