import { Type, type Static } from 'typebox'
import { FilledInstant, FilledLine, Instant, Nullable, Omittable, Timestamp, UserId, Uuid } from './scalars.js'

/** What a key may do: only read, only read and write messages, or everything that its owner may do. */
export const KeyScope = Type.Enum(['read', 'messages', 'everything'])
export type KeyScope = Static<typeof KeyScope>

/** A key with which a script acts as its owner. Only the owner sees it. */
export const PersonalApiKey = Type.Object({
  id: Uuid,
  object: Type.Literal('personal_api_key'),
  label: Type.String(),
  /** Null: the server's secret key was lost, so it cannot be shown any more. It still works. */
  value: Nullable(Type.String()),
  scope: KeyScope,
  /** Null: it never expires. */
  expires_at: Nullable(Instant),
  /** Exact to the minute. */
  last_used_at: Nullable(Instant),
  last_used_ip: Nullable(Type.String()),
  /** The `User-Agent` of the last call. */
  last_used_agent: Nullable(Type.String()),
  account_id: Uuid,
  user_id: UserId,
  created_at: Timestamp,
})
export type PersonalApiKey = Static<typeof PersonalApiKey>

export const NewPersonalApiKey = Type.Object({
  label: FilledLine,
  /** Without it: everything. */
  scope: Omittable(KeyScope),
  expires_at: Omittable(FilledInstant),
})
export type NewPersonalApiKey = Static<typeof NewPersonalApiKey>
