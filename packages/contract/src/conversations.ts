import { Type, type Static } from 'typebox'
import { Customer } from './customers.js'
import { Message, MessageSource } from './messages.js'
import { Instant, Metadata, Nullable, Timestamp, UserId, Uuid } from './scalars.js'
import { User } from './users.js'

export const ConversationStatus = Type.Enum(['open', 'closed'])
export const ConversationPriority = Type.Enum(['priority', 'not_priority'])

export const ConversationBasic = Type.Object({
  id: Uuid,
  object: Type.Literal('conversation'),
  source: MessageSource,
  created_at: Timestamp,
  closed_at: Nullable(Instant),
  last_activity_at: Nullable(Instant),
  status: ConversationStatus,
  read: Type.Boolean(),
  priority: ConversationPriority,
  subject: Nullable(Type.String()),
  account_id: Uuid,
  customer_id: Uuid,
  assignee_id: Nullable(UserId),
  inbox_id: Nullable(Uuid),
  metadata: Nullable(Metadata),
})
export type ConversationBasic = Static<typeof ConversationBasic>

export const Tag = Type.Object({
  id: Uuid,
  object: Type.Literal('tag'),
  created_at: Timestamp,
  updated_at: Timestamp,
  name: Type.String(),
  description: Nullable(Type.String()),
  color: Nullable(Type.String()),
})
export type Tag = Static<typeof Tag>

export const Mention = Type.Object({
  id: Uuid,
  object: Type.Literal('mention'),
  account_id: Uuid,
  created_at: Timestamp,
  seen_at: Nullable(Instant),
  conversation_id: Uuid,
  message_id: Uuid,
  user_id: UserId,
  user: User,
})
export type Mention = Static<typeof Mention>

export const Conversation = Type.Object({
  ...ConversationBasic.properties,
  customer: Nullable(Customer),
  messages: Type.Array(Message),
  tags: Type.Array(Tag),
  mentions: Type.Array(Mention),
})
export type Conversation = Static<typeof Conversation>

/** One page of a list that is read onwards with `after`. */
export const ConversationPage = Type.Object({
  data: Type.Array(Conversation),
  next: Nullable(Type.String()),
  previous: Nullable(Type.String()),
  limit: Type.Integer(),
  total: Type.Integer(),
})
export type ConversationPage = Static<typeof ConversationPage>
