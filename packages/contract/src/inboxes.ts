import { Type, type Static } from 'typebox'
import { FilledLine, Nullable, Timestamp, Uuid } from './scalars.js'

const text = Nullable(Type.String())

export const Inbox = Type.Object({
  id: Uuid,
  object: Type.Literal('inbox'),
  created_at: Timestamp,
  updated_at: Timestamp,
  name: Type.String(),
  description: text,
  slug: text,
  is_primary: Type.Boolean(),
  is_private: Type.Boolean(),
  /** Visitors are asked to rate closed conversations. */
  ratings_enabled: Type.Boolean(),
  account_id: Uuid,
})
export type Inbox = Static<typeof Inbox>

const inboxFields = {
  name: FilledLine,
  description: Type.Optional(Nullable(Type.String({ maxLength: 2_000 }))),
  /** An account has exactly one primary inbox, so setting it here clears it on the other. */
  is_primary: Type.Optional(Nullable(Type.Boolean())),
  is_private: Type.Optional(Nullable(Type.Boolean())),
  ratings_enabled: Type.Optional(Nullable(Type.Boolean())),
}

export const NewInbox = Type.Object(inboxFields)
export type NewInbox = Static<typeof NewInbox>

export const InboxChanges = Type.Partial(NewInbox)
export type InboxChanges = Static<typeof InboxChanges>
