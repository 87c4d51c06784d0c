import { Type, type Static } from 'typebox'
import { CustomerBasic } from './customers.js'
import { Instant, InstantInput, Line, Metadata, Nullable, Omittable, Timestamp, UserId, Uuid } from './scalars.js'
import { User } from './users.js'

/** The longest body. Longer ones are rejected with an error text, never cut. */
export const MAX_BODY = 100_000

export const MessageType = Type.Enum(['reply', 'note', 'bot'])
/** The way a message came in. */
export const MessageSource = Type.Enum(['chat', 'slack', 'mattermost', 'discord', 'email', 'sms', 'api', 'sandbox'])
export type MessageSource = Static<typeof MessageSource>

export const File = Type.Object({
  id: Uuid,
  object: Type.Literal('file'),
  file_url: Type.String(),
  content_type: Type.String(),
  filename: Type.String(),
  /** In bytes. Null for old files. */
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
  /** When the customer's widget received it, and when they saw it. Both are null on the customer's own messages. */
  delivered_at: Nullable(Instant),
  seen_at: Nullable(Instant),
  customer_id: Nullable(Uuid),
  conversation_id: Uuid,
  account_id: Uuid,
  user_id: Nullable(UserId),
  metadata: Nullable(Metadata),
  /** When an agent last edited it, and who. Null if it was never edited. */
  edited_at: Nullable(Instant),
  edited_by: Nullable(UserId),
  /** Its number in the conversation, from 1 without gaps. A client that was away asks for the messages after its last. */
  seq: Type.Integer({ minimum: 1 }),
  client_message_id: Nullable(Uuid),
  user: Nullable(User),
  attachments: Type.Array(File),
  /** Absent, not null, if no customer wrote it: deployed clients distinguish the two. */
  customer: Type.Optional(CustomerBasic),
})
export type Message = Static<typeof Message>

/** A message in the list of all messages: without author, customer and files. */
export const MessageBasic = Type.Omit(Message, ['user', 'attachments', 'customer'])
export type MessageBasic = Static<typeof MessageBasic>

/** One page of the list of all messages. `next` is the `after` of the following page. */
export const MessageList = Type.Object({
  data: Type.Array(MessageBasic),
  has_more: Type.Boolean(),
  next: Nullable(Type.String()),
})
export type MessageList = Static<typeof MessageList>

/** The parts of a message that can be changed. Its author and its conversation cannot. */
export const MessageChanges = Type.Object({
  body: Type.Optional(Nullable(Type.String({ maxLength: MAX_BODY }))),
  type: Type.Optional(MessageType),
  private: Type.Optional(Type.Boolean()),
  subject: Type.Optional(Nullable(Line)),
  metadata: Type.Optional(Nullable(Metadata)),
  seen_at: Type.Optional(Nullable(InstantInput)),
})
export type MessageChanges = Static<typeof MessageChanges>

/** The text of a message before an edit. */
export const MessageVersion = Type.Object({
  id: Uuid,
  object: Type.Literal('message_version'),
  message_id: Uuid,
  body: Nullable(Type.String()),
  type: MessageType,
  private: Type.Boolean(),
  subject: Nullable(Type.String()),
  /** When the next version replaced it, and who wrote that one. */
  replaced_at: Instant,
  replaced_by: Nullable(UserId),
})
export type MessageVersion = Static<typeof MessageVersion>

/** The fields that any sender may set. The author is never one of them. */
const sendable = {
  body: Type.Optional(Nullable(Type.String({ maxLength: MAX_BODY }))),
  sent_at: Type.Optional(Nullable(InstantInput)),
  file_ids: Type.Optional(Nullable(Type.Array(Uuid, { maxItems: 50 }))),
  metadata: Type.Optional(Nullable(Metadata)),
  content_type: Type.Optional(Nullable(Line)),
  client_message_id: Type.Optional(Nullable(Uuid)),
}

/** A visitor's message, as their widget pushes it. */
export const VisitorMessage = Type.Object(sendable)
export type VisitorMessage = Static<typeof VisitorMessage>

const Email = Type.String({ maxLength: 254, pattern: '^[^\\s@<>]+@[^\\s@<>]+$' })
const Emails = Type.Array(Email, { maxItems: 50 })

/** A line break would add a header. */
const MailSubject = Type.String({ maxLength: 255, pattern: '^[^\\u0000-\\u001f\\u007f\\u2028\\u2029]*$' })

/**
 * The recipients of a message in a conversation by email, and its subject. Without recipients, the person who wrote last gets
 * it. Without a subject, it is a reply to the newest mail.
 */
export const MessageRecipients = Type.Object(
  { to: Emails, cc: Type.Optional(Emails), bcc: Type.Optional(Emails), subject: Type.Optional(MailSubject) },
  { additionalProperties: false },
)
export type MessageRecipients = Static<typeof MessageRecipients>

/** An email that opens a conversation with the customer who has the address `to`. They are added if nobody has it. */
export const NewEmail = Type.Object(
  {
    to: Email,
    cc: Type.Optional(Emails),
    bcc: Type.Optional(Emails),
    inbox_id: Type.Optional(Nullable(Uuid)),
    subject: Line,
    body: Type.String({ minLength: 1, maxLength: MAX_BODY }),
  },
  { additionalProperties: false },
)
export type NewEmail = Static<typeof NewEmail>

/** A user's message, over HTTP or the socket. */
export const NewMessage = Type.Object({
  ...sendable,
  conversation_id: Uuid,
  type: Type.Optional(Nullable(MessageType)),
  private: Type.Optional(Nullable(Type.Boolean())),
  source: Type.Optional(Nullable(MessageSource)),
  subject: Type.Optional(Nullable(Line)),
  mentioned_user_ids: Type.Optional(Nullable(Type.Array(UserId, { maxItems: 100 }))),
  email: Type.Optional(Nullable(MessageRecipients)),
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
  /** Compares the whole text without case; `%` matches any characters. */
  body: Omittable(Type.String({ maxLength: 1_000 })),
})
export type MessageFilters = Static<typeof MessageFilters>
