import { Type, type Static } from 'typebox'
import { Customer } from './customers.js'
import { Message, MessageSource } from './messages.js'
import { Instant, InstantInput, Metadata, Nullable, Omittable, Timestamp, UserId, Uuid } from './scalars.js'
import { Tag } from './tags.js'
import { User } from './users.js'

export const ConversationStatus = Type.Enum(['open', 'closed'])
export const ConversationPriority = Type.Enum(['priority', 'not_priority'])

export const ConversationBasic = Type.Object({
  id: Uuid,
  object: Type.Literal('conversation'),
  source: MessageSource,
  created_at: Timestamp,
  updated_at: Timestamp,
  closed_at: Nullable(Instant),
  /** The screens call it deleted. It can be restored for a while. */
  archived_at: Nullable(Instant),
  /** Snoozed until `snoozed_until` or the customer's next message; without a time, only until the message. */
  snoozed_at: Nullable(Instant),
  snoozed_until: Nullable(Instant),
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

/** The part of a message that a search found, as pieces of plain text. */
export const SearchMatch = Type.Object({
  message_id: Uuid,
  seq: Type.Integer({ minimum: 1 }),
  parts: Type.Array(Type.Object({ text: Type.String(), hit: Type.Boolean() })),
})
export type SearchMatch = Static<typeof SearchMatch>

export const Conversation = Type.Object({
  ...ConversationBasic.properties,
  customer: Nullable(Customer),
  messages: Type.Array(Message),
  /** True if there are earlier messages: `GET /conversations/{id}/messages?before={messages_before}` returns them. */
  has_more: Type.Optional(Type.Boolean()),
  messages_before: Type.Optional(Nullable(Type.Integer({ minimum: 1 }))),
  tags: Type.Array(Tag),
  mentions: Type.Array(Mention),
  /** Only in search results. Null if the customer matched, not a message. */
  match: Type.Optional(Nullable(SearchMatch)),
})
export type Conversation = Static<typeof Conversation>

/** One page. The next one starts after `after`. */
export const ConversationPage = Type.Object({
  data: Type.Array(Conversation),
  next: Nullable(Type.String()),
  previous: Nullable(Type.String()),
  limit: Type.Integer(),
  total: Type.Integer(),
})
export type ConversationPage = Static<typeof ConversationPage>

const Count = Type.Integer({ minimum: 0 })

/** The number in each bucket: unread conversations, unseen mentions, and all snoozed conversations. */
export const BucketCounts = Type.Object({
  open: Count,
  assigned: Count,
  priority: Count,
  unread: Count,
  unassigned: Count,
  closed: Count,
  mentioned: Count,
  snoozed: Count,
})
export type BucketCounts = Static<typeof BucketCounts>

/** Each count is here twice, because the mobile app reads the counts and the inbox ids at the top level. */
export const UnreadCounts = Type.Object(
  { ...BucketCounts.properties, conversations: BucketCounts, inboxes: Type.Record(Type.String(), Count) },
  { additionalProperties: Count },
)
export type UnreadCounts = BucketCounts & { conversations: BucketCounts; inboxes: Record<string, number> }

/** The end of the snooze; null means until the customer writes. */
export const Snooze = Type.Object({ until: Nullable(InstantInput) })
export type Snooze = Static<typeof Snooze>

/** The change of one conversation in a bulk change. */
export const BulkOperation = Type.Object({
  id: Uuid,
  status: Type.Optional(ConversationStatus),
  priority: Type.Optional(ConversationPriority),
  assignee_id: Type.Optional(Nullable(UserId)),
  add_tag_ids: Type.Optional(Type.Array(Uuid, { maxItems: 50 })),
  remove_tag_ids: Type.Optional(Type.Array(Uuid, { maxItems: 50 })),
  archived: Type.Optional(Type.Boolean()),
  /** Null wakes it. */
  snooze: Type.Optional(Nullable(Snooze)),
})
export type BulkOperation = Static<typeof BulkOperation>
export const BulkOperations = Type.Array(BulkOperation, { minItems: 1, maxItems: 200 })

/** Send them as `operations` to undo the change. */
export const BulkResult = Type.Object({ undo: Type.Array(BulkOperation) })
export type BulkResult = Static<typeof BulkResult>

/** `me`, a user's id, or null. */
const UserFilter = Omittable(Type.String({ pattern: '^(me|\\d{1,15})$' }))

/** An empty value means "not filtered", but for the assignee it means "unassigned". */
export const ConversationFilters = Type.Object({
  /** An unknown status is no error and finds nothing. */
  status: Omittable(Type.String()),
  /** False excludes snoozed conversations, true finds only them. Without it they count as open, for older clients. */
  snoozed: Omittable(Type.Boolean()),
  archived: Omittable(Type.Boolean()),
  priority: Omittable(ConversationPriority),
  source: Omittable(MessageSource),
  customer_id: Omittable(Uuid),
  inbox_id: Omittable(Uuid),
  tag_id: Omittable(Uuid),
  read: Omittable(Type.Boolean()),
  assignee_id: UserFilter,
  mentioning: UserFilter,
  has_seen_mention: Omittable(Type.Boolean()),
  q: Omittable(Type.String({ maxLength: 500 })),
})
export type ConversationFilters = Static<typeof ConversationFilters>
