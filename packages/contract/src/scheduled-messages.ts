import { Type, type Static } from 'typebox'
import { File, MAX_BODY } from './messages.js'
import { Instant, InstantInput, Metadata, Nullable, Timestamp, UserId, Uuid } from './scalars.js'

const ScheduledType = Type.Enum(['reply', 'note'])

/** A message that waits for its time. Once it is sent it is an ordinary message, and this is gone. */
export const ScheduledMessage = Type.Object({
  id: Uuid,
  object: Type.Literal('scheduled_message'),
  account_id: Uuid,
  conversation_id: Uuid,
  /** Its author: it is sent in their name. */
  user_id: UserId,
  body: Nullable(Type.String()),
  type: ScheduledType,
  attachments: Type.Array(File),
  mentioned_user_ids: Type.Array(UserId),
  metadata: Nullable(Metadata),
  send_at: Instant,
  /** Why it was not sent when its time came, in words for the team. It stays until somebody deletes it or sets a new time. */
  held_reason: Nullable(Type.String()),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type ScheduledMessage = Static<typeof ScheduledMessage>

const body = Type.Optional(Nullable(Type.String({ maxLength: MAX_BODY })))

export const NewScheduledMessage = Type.Object({
  conversation_id: Uuid,
  body,
  type: ScheduledType,
  file_ids: Type.Optional(Nullable(Type.Array(Uuid, { maxItems: 50 }))),
  mentioned_user_ids: Type.Optional(Nullable(Type.Array(UserId, { maxItems: 100 }))),
  metadata: Type.Optional(Nullable(Metadata)),
  send_at: InstantInput,
})
export type NewScheduledMessage = Static<typeof NewScheduledMessage>

/** Its author may change the words and the time; a new time also frees one that was held. */
export const ScheduledMessageChanges = Type.Object({ body, send_at: Type.Optional(InstantInput) })
export type ScheduledMessageChanges = Static<typeof ScheduledMessageChanges>
