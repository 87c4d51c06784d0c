import { defineStatement, type Statement } from '../../../platform/statement.js'
import type { ConversationRow } from '../conversations/present.js'
import { FILE_COLUMNS, type FileRow } from '../files/queries.js'
import { $, type MessageValues } from './message-values.js'
import { CUSTOMER_COLUMNS } from '../../people/customers/present.js'
import type { AuthorColumn, MessageRow } from './present.js'

/** What the database decides about a new message, its author, and the conversation if the message changed it. */
export interface StoredMessage extends Pick<MessageRow, DecidedColumn>, Partial<Pick<MessageRow, AuthorColumn>> {
  mentioned_user_ids?: number[]
  attachments?: FileRow[]
  changed_conversation: StoredConversation | null
}

type DecidedColumn =
  'conversation_id' | 'customer_id' | 'seq' | 'client_message_id' | 'metadata' | 'sent_at' | 'created_at'

/** Times inside a JSON column arrive as text. */
type StoredConversation = {
  [C in keyof ConversationRow]: C extends `${string}_at` | 'snoozed_until'
    ? AsText<ConversationRow[C]>
    : ConversationRow[C]
}
type AsText<T> = T extends Date ? string : T

/**
 * Stores a message with all its consequences in one statement, and so in one transaction: its number, the conversation's
 * rules, files and mentions, and the rows of the event log. A chain of round trips reaches two thirds of the rate.
 *
 * The rules: a customer's message reopens the conversation, ends a snooze and marks it unread. An agent's message marks it
 * read, and the first one assigns the conversation if nobody has it. A bot's message marks it unread. `keeps_state` skips
 * the rules about read state, assignee and first reply.
 *
 * Mentions of disabled and archived users are skipped. `mentioned_user_ids` have to be of the account, which a foreign key
 * checks; `metadata_user_ids` are looked up, and unknown ones are ignored.
 *
 * A message that reopens, or that follows half an hour of silence, is logged as the beginning of an exchange.
 *
 * A visitor's author is read under the conversation's lock: a merge may have given the conversation to another customer.
 *
 * No row is returned when the conversation is missing or deleted, or when the message is a repeated one of an older client.
 *
 * `is true` hides the account's id from the planner. Without statistics, as in a young database, the planner would scan all
 * rows of the account instead of looking the id up.
 */
const writeStatement = ({ rules, only, columns, joins }: Author, { rows, logged, attached }: Attachments) => `
  with before as (
    select id, status, read, assignee_id, snoozed_at, last_seq, last_activity_at,
      case when ${$.user_id}::bigint is null then coalesce(${$.customer_id}::uuid, customer_id) end as author_id
    from conversations where id = ${$.conversation_id} and (account_id = $1) is true and archived_at is null for update
  ), conversation as (
    update conversations c set
      last_seq = c.last_seq + 1,
      last_activity_at = now(),
      updated_at = now(),
      ${rules}
    from before where c.id = ${$.conversation_id} and (c.account_id = $1) is true${only}
    returning c.id, c.account_id, c.last_seq, c.status, c.assignee_id, c as stored,
      coalesce('user:' || ${$.user_id}::bigint, 'customer:' || before.author_id) as actor, before.author_id,
      (c.status, c.read, c.assignee_id, c.snoozed_at)
        is distinct from (before.status, before.read, before.assignee_id, before.snoozed_at) as changed,
      c.status <> before.status as reopened,
      c.assignee_id is distinct from before.assignee_id as taken,
      before.last_seq = 0 or c.status <> before.status
        or before.last_activity_at < now() - interval '30 minutes' as begins
  ), message as (
    insert into messages (account_id, id, conversation_id, customer_id, user_id, seq, body, type, private, source,
      content_type, subject, metadata, sent_at, client_message_id)
    select $1, ${$.id}::uuid, c.id, c.author_id, ${$.user_id}::bigint, c.last_seq, ${$.body}, ${$.type},
      ${$.private}::boolean, ${$.source}, ${$.content_type}, ${$.subject}, ${$.metadata}::jsonb,
      coalesce(${$.sent_at}::timestamptz, now()), ${$.client_message_id}::uuid
    from conversation c
  )${rows}, logged as (
    insert into events (account_id, conversation_id, type, payload, actor)
    select c.account_id, c.id, 'message:created',
      jsonb_build_object('conversation_id', c.id, 'message_id', ${$.id}::uuid, 'seq', c.last_seq)
        || case when c.begins then jsonb_build_object('begins', true) else '{}' end
        || case when ${$.posted_by}::bigint is not null
          then jsonb_build_object('posted_by', ${$.posted_by}::bigint) else '{}' end, c.actor
    from conversation c${logged}
    union all
    select c.account_id, c.id, 'conversation:updated', jsonb_build_object('conversation_id', c.id)
      || case when c.reopened or c.taken then jsonb_build_object('became', jsonb_strip_nulls(jsonb_build_object(
        'status', case when c.reopened then c.status end,
        'assignee_id', case when c.taken then c.assignee_id end))) else '{}' end, c.actor
    from conversation c where c.changed
  )
  select c.id as conversation_id, c.author_id as customer_id, c.last_seq as seq,
    ${$.client_message_id}::uuid as client_message_id, ${$.metadata}::jsonb as metadata,
    coalesce(${$.sent_at}::timestamptz(3), now()::timestamptz(3)) as sent_at, now()::timestamptz(3) as created_at,
    ${columns}${attached},
    case when c.changed then row_to_json(c.stored) end as changed_conversation
  from conversation c${joins}`

/**
 * The parts for the two kinds of authors, and below the parts for files and mentions. PostgreSQL sets up every part of a
 * statement for each message, even if it finds no work, so each statement has only the parts that its messages need.
 */
interface Author {
  rules: string
  only: string
  columns: string
  joins: string
}

/** The author of a message, with the columns that an answer needs. */
export const customerOf = (
  id: string,
) => `(select row_to_json(k) from (select ${CUSTOMER_COLUMNS.join(', ')} from customers
      where id = ${id} and (account_id = $1) is true) k) as customer`

const CUSTOMER: Author = {
  rules: `read = c.read and ${$.keeps_state}::boolean, status = 'open', closed_at = null, snoozed_at = null,
      snoozed_until = null`,
  only: '',
  columns: customerOf('c.author_id'),
  joins: '',
}

/** Older clients resend without a `client_message_id`: the same text and time is stored once. */
const CUSTOMER_WITHOUT_REPEATS: Author = {
  ...CUSTOMER,
  only: `
      and not exists (
        select from messages m where m.account_id = $1 and m.customer_id = before.author_id
          and m.conversation_id = ${$.conversation_id}
          and m.sent_at = ${$.sent_at}::timestamptz and m.body is not distinct from ${$.body}::text
          and m.created_at > now() - interval '1 minute')`,
}

const USER: Author = {
  rules: `read = case when ${$.keeps_state}::boolean then c.read else ${$.type} <> 'bot' end,
      assignee_id = case
        when ${$.type} <> 'bot' and c.first_replied_at is null and not ${$.keeps_state}::boolean
        then coalesce(c.assignee_id, ${$.user_id}::bigint) else c.assignee_id end,
      first_replied_at = case
        when ${$.type} <> 'bot' and not ${$.keeps_state}::boolean
        then coalesce(c.first_replied_at, now()) else c.first_replied_at end`,
  only: '',
  columns: `u.email as user_email, u.role as user_role, u.created_at as user_created_at, u.disabled_at as user_disabled_at,
    u.archived_at as user_archived_at, p.id as profile_id, p.full_name, p.display_name, p.profile_photo_url`,
  joins: `
  left join users u on u.account_id = $1 and u.id = ${$.user_id}::bigint
  left join user_profiles p on p.account_id = $1 and p.user_id = ${$.user_id}::bigint`,
}

interface Attachments {
  rows: string
  logged: string
  attached: string
}

const NO_ATTACHMENTS: Attachments = { rows: '', logged: '', attached: '' }

const ATTACHMENTS: Attachments = {
  rows: `, attached as (
    insert into message_files (account_id, message_id, file_id)
    select c.account_id, ${$.id}::uuid, file_id from conversation c, unnest(${$.file_ids}::uuid[]) as file_id
  ), mentioned as (
    insert into mentions (account_id, conversation_id, message_id, user_id)
    select c.account_id, c.id, ${$.id}::uuid, person from conversation c, (
      select person from unnest(${$.mentioned_user_ids}::bigint[]) as person
      union
      select id from users where account_id = $1 and id = any(${$.metadata_user_ids}::bigint[])
    ) as named
    where not exists (select from users u where u.account_id = $1 and u.id = person
      and (u.disabled_at is not null or u.archived_at is not null))
    returning user_id
  )`,
  logged: `
    union all
    select c.account_id, c.id, 'mention:created', jsonb_build_object('conversation_id', c.id,
      'message_id', ${$.id}::uuid, 'user_ids', (select jsonb_agg(user_id order by user_id) from mentioned)), c.actor
    from conversation c where exists (select from mentioned)`,
  attached: `,
    (select coalesce(json_agg(user_id order by user_id), '[]') from mentioned) as mentioned_user_ids,
    (select coalesce(json_agg(json_build_object(${FILE_COLUMNS.map((name) => `'${name}', f.${name}`).join(', ')})
      order by f.created_at), '[]')
    from files f where f.account_id = $1 and f.id = any(${$.file_ids}::uuid[])) as attachments`,
}

const define = (name: string, author: Author, attachments = NO_ATTACHMENTS) =>
  defineStatement<StoredMessage>(`messages.store_${name}`, writeStatement(author, attachments))

/** By the author. */
export interface StoreStatements {
  of_customer: Statement<StoredMessage>
  /** Stores nothing if the customer sent the same within the last minute. */
  of_customer_without_repeats: Statement<StoredMessage>
  of_user: Statement<StoredMessage>
}

export const storeMessage: StoreStatements = {
  of_customer: define('of_customer', CUSTOMER),
  of_customer_without_repeats: define('of_customer_without_repeats', CUSTOMER_WITHOUT_REPEATS),
  of_user: define('of_user', USER),
}
/** For a message with files or mentions. */
export const storeWithAttachments: StoreStatements = {
  of_customer: define('of_customer_with_attachments', CUSTOMER, ATTACHMENTS),
  of_customer_without_repeats: define(
    'of_customer_with_attachments_without_repeats',
    CUSTOMER_WITHOUT_REPEATS,
    ATTACHMENTS,
  ),
  of_user: define('of_user_with_attachments', USER, ATTACHMENTS),
}

export type TogetherStatements = Pick<StoreStatements, 'of_customer' | 'of_user'>

/**
 * For a message that another feature stores rows with. `rows` are more common table expressions. They read from `conversation`,
 * which is empty if the message is not stored.
 */
export const storeTogether = (name: string, rows: string): TogetherStatements => ({
  of_customer: define(`of_customer_with_${name}`, CUSTOMER, { ...NO_ATTACHMENTS, rows }),
  of_user: define(`of_user_with_${name}`, USER, { ...NO_ATTACHMENTS, rows }),
})

/**
 * The row of a new message. The database does not return the values that it was given. Each field by itself: spreading
 * objects with so many fields makes slow ones.
 */
export function toMessageRow(account_id: string, values: WrittenValues, stored: StoredMessage): MessageRow {
  return {
    id: values.id,
    account_id,
    conversation_id: stored.conversation_id,
    customer_id: stored.customer_id,
    user_id: values.user_id,
    seq: stored.seq,
    client_message_id: stored.client_message_id,
    body: values.body,
    type: values.type,
    content_type: values.content_type,
    private: values.private,
    source: values.source,
    metadata: stored.metadata,
    sent_at: stored.sent_at,
    delivered_at: null,
    seen_at: null,
    edited_at: null,
    edited_by: null,
    created_at: stored.created_at,
    user_email: stored.user_email ?? null,
    user_role: stored.user_role ?? null,
    user_created_at: stored.user_created_at ?? null,
    user_disabled_at: stored.user_disabled_at ?? null,
    user_archived_at: stored.user_archived_at ?? null,
    profile_id: stored.profile_id ?? null,
    full_name: stored.full_name ?? null,
    display_name: stored.display_name ?? null,
    profile_photo_url: stored.profile_photo_url ?? null,
    customer: stored.customer ?? null,
  }
}

type WrittenValues = Pick<MessageValues, 'id' | 'user_id' | 'body' | 'type' | 'content_type' | 'source' | 'private'>

export function toConversationRow(stored: StoredConversation): ConversationRow {
  const { created_at, updated_at, closed_at, archived_at, snoozed_at, snoozed_until, last_activity_at } = stored
  return {
    ...stored,
    created_at: new Date(created_at),
    updated_at: new Date(updated_at),
    closed_at: toDate(closed_at),
    archived_at: toDate(archived_at),
    snoozed_at: toDate(snoozed_at),
    snoozed_until: toDate(snoozed_until),
    last_activity_at: toDate(last_activity_at),
  }
}

const toDate = (text: string | null) => (text ? new Date(text) : null)
