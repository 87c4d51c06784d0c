import { Type, type Static } from 'typebox'
import { File, MAX_BODY, MessageRecipients } from './messages.js'
import { Instant, InstantInput, Metadata, Nullable, Timestamp, UserId, Uuid } from './scalars.js'

const ScheduledType = Type.Enum(['reply', 'note'])

/** A message that will be sent later. Sending it creates an ordinary message and deletes this one. */
export const ScheduledMessage = Type.Object({
  id: Uuid,
  object: Type.Literal('scheduled_message'),
  account_id: Uuid,
  conversation_id: Uuid,
  /** The author. The message is sent in their name. */
  user_id: UserId,
  body: Nullable(Type.String()),
  type: ScheduledType,
  attachments: Type.Array(File),
  mentioned_user_ids: Type.Array(UserId),
  metadata: Nullable(Metadata),
  email: Nullable(MessageRecipients),
  send_at: Instant,
  /** Why sending failed, as a text for the team. The message stays until somebody deletes it or sets a new time. */
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
  email: Type.Optional(Nullable(MessageRecipients)),
  send_at: InstantInput,
})
export type NewScheduledMessage = Static<typeof NewScheduledMessage>

/** The author may change text and time. A new time also retries a message that failed. */
export const ScheduledMessageChanges = Type.Object({ body, send_at: Type.Optional(InstantInput) })
export type ScheduledMessageChanges = Static<typeof ScheduledMessageChanges>
