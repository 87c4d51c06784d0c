import { Type, type Static } from 'typebox'
import { CustomerBasic } from './customers.js'
import { Instant, InstantInput, Line, Metadata, Nullable, Omittable, Timestamp, UserId, Uuid } from './scalars.js'
import { User } from './users.js'

/** The longest body we keep. Longer ones are refused with a sentence, never cut. */
export const MAX_BODY = 100_000

export const MessageType = Type.Enum(['reply', 'note', 'bot'])
/** How it came. */
export const MessageSource = Type.Enum(['chat', 'slack', 'mattermost', 'email', 'sms', 'api', 'sandbox'])
export type MessageSource = Static<typeof MessageSource>

export const File = Type.Object({
  id: Uuid,
  object: Type.Literal('file'),
  file_url: Type.String(),
  content_type: Type.String(),
  filename: Type.String(),
  /** In bytes. Null for what was stored before sizes were. */
  size: Nullable(Type.Integer({ minimum: 0 })),
})
export type File = Static<typeof File>

export const Message = Type.Object({
  id: Uuid,
  object: Type.Literal('message'),
  body: Nullable(Type.String()),
  type: MessageType,
  content_type: Type.String(),
  private: Type.Boolean(),
  source: MessageSource,
  created_at: Timestamp,
  sent_at: Instant,
  /** When the customer's widget had it, and when they looked. Both stay null on what the customer wrote. */
  delivered_at: Nullable(Instant),
  seen_at: Nullable(Instant),
  customer_id: Nullable(Uuid),
  conversation_id: Uuid,
  account_id: Uuid,
  user_id: Nullable(UserId),
  metadata: Nullable(Metadata),
  /** When an agent last changed its words, and who. Null on what was never edited. */
  edited_at: Nullable(Instant),
  edited_by: Nullable(UserId),
  /** Its number in the conversation, from 1 and without a gap: what a client that was away asks from. */
  seq: Type.Integer({ minimum: 1 }),
  client_message_id: Nullable(Uuid),
  user: Nullable(User),
  attachments: Type.Array(File),
  /** Absent, not null, where no customer wrote it: deployed clients tell the two apart. */
  customer: Type.Optional(CustomerBasic),
})
export type Message = Static<typeof Message>

/** As it stands in the list of all messages: without author, customer and files. */
export const MessageBasic = Type.Omit(Message, ['user', 'attachments', 'customer'])
export type MessageBasic = Static<typeof MessageBasic>

/** One page of the list of all messages. `next` is the `after` of the following page. */
export const MessageList = Type.Object({
  data: Type.Array(MessageBasic),
  has_more: Type.Boolean(),
  next: Nullable(Type.String()),
})
export type MessageList = Static<typeof MessageList>

/** What may still be changed of a message. Where it stands and who wrote it is no part of that. */
export const MessageChanges = Type.Object({
  body: Type.Optional(Nullable(Type.String({ maxLength: MAX_BODY }))),
  type: Type.Optional(MessageType),
  private: Type.Optional(Type.Boolean()),
  subject: Type.Optional(Nullable(Line)),
  metadata: Type.Optional(Nullable(Metadata)),
  seen_at: Type.Optional(Nullable(InstantInput)),
})
export type MessageChanges = Static<typeof MessageChanges>

/** The words of a message before an edit. */
export const MessageVersion = Type.Object({
  id: Uuid,
  object: Type.Literal('message_version'),
  message_id: Uuid,
  body: Nullable(Type.String()),
  type: MessageType,
  private: Type.Boolean(),
  subject: Nullable(Type.String()),
  /** When the next version took its place, and who wrote that one. */
  replaced_at: Instant,
  replaced_by: Nullable(UserId),
})
export type MessageVersion = Static<typeof MessageVersion>

/** What anyone may say of a message they send. Who wrote it is never part of that. */
const sendable = {
  body: Type.Optional(Nullable(Type.String({ maxLength: MAX_BODY }))),
  sent_at: Type.Optional(Nullable(InstantInput)),
  file_ids: Type.Optional(Nullable(Type.Array(Uuid, { maxItems: 50 }))),
  metadata: Type.Optional(Nullable(Metadata)),
  content_type: Type.Optional(Nullable(Line)),
  client_message_id: Type.Optional(Nullable(Uuid)),
}

/** A visitor's words, as their widget pushes them. */
export const VisitorMessage = Type.Object(sendable)
export type VisitorMessage = Static<typeof VisitorMessage>

/** A user's message, over HTTP or the socket. */
export const NewMessage = Type.Object({
  ...sendable,
  conversation_id: Uuid,
  type: Type.Optional(Nullable(MessageType)),
  private: Type.Optional(Nullable(Type.Boolean())),
  source: Type.Optional(Nullable(MessageSource)),
  subject: Type.Optional(Nullable(Line)),
  mentioned_user_ids: Type.Optional(Nullable(Type.Array(UserId, { maxItems: 100 }))),
})
export type NewMessage = Static<typeof NewMessage>

/** An empty value means "not filtered". */
export const MessageFilters = Type.Object({
  conversation_id: Omittable(Uuid),
  customer_id: Omittable(Uuid),
  user_id: Omittable(UserId),
  source: Omittable(MessageSource),
  type: Omittable(MessageType),
  private: Omittable(Type.Boolean()),
  /** The whole text, in any case; `%` stands for any characters. */
  body: Omittable(Type.String({ maxLength: 1_000 })),
})
export type MessageFilters = Static<typeof MessageFilters>
