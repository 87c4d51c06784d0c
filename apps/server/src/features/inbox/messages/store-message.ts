import { defineStatement } from '../../../platform/statement.js'
import type { ConversationRow } from '../conversations/present.js'
import { MESSAGE_COLUMNS, type MessageRow } from './present.js'

/** What the statement returns: the message with who wrote it, whom it mentions, and the conversation where it changed. */
export interface StoredMessage extends MessageRow {
  mentioned_user_ids: number[]
  changed_conversation: StoredConversation | null
}

/** Times inside a JSON column arrive as text. */
type StoredConversation = {
  [C in keyof ConversationRow]: C extends `${string}_at` | 'snoozed_until'
    ? AsText<ConversationRow[C]>
    : ConversationRow[C]
}
type AsText<T> = T extends Date ? string : T

/**
 * A message and all that follows from it, in one statement and so in one transaction: its number, the conversation's
 * rules, its files and mentions, and the rows of the event log. A chain of round trips gives two thirds of the rate.
 *
 * The rules: a customer's message reopens, wakes and marks unread; an agent's marks read, and the first one takes the
 * conversation unless somebody has it; a bot's marks unread. With $16 a message changes none of these.
 *
 * Of the people who are mentioned, those who have left are passed over. Ids that were given for it ($19) have to be of the
 * account, which the key of the row checks; those found in the metadata ($20) are looked up, and count where they are.
 *
 * In the log a message after half an hour of silence, or one that reopens, begins an exchange: those that follow belong to it.
 *
 * Who writes is a user ($5), a customer ($4), or, where neither is given, the customer whose conversation it is: read under
 * its lock, because a merge may have made somebody else of them since they came. $17 is the user who posts in a customer's
 * name.
 *
 * No row comes back when the conversation is not there or is deleted, or when an older client sends the same words twice ($15).
 *
 * What is known by its id is found by it alone: `is true` keeps the account's id from the planner, which otherwise walks
 * through the account for as long as it has no statistics, as in a young database.
 */
const storing = ({ rows, logged, user_ids }: Along) => `
  with before as (
    select id, status, read, assignee_id, snoozed_at, last_seq, last_activity_at,
      case when $5::bigint is null then coalesce($4::uuid, customer_id) end as author_id
    from conversations where id = $2 and (account_id = $1) is true and archived_at is null for update
  ), conversation as (
    update conversations c set
      last_seq = c.last_seq + 1,
      last_activity_at = now(),
      updated_at = now(),
      read = case when $16::boolean then c.read else $5::bigint is not null and $7 <> 'bot' end,
      status = case when $5::bigint is null then 'open' else c.status end,
      closed_at = case when $5::bigint is null then null else c.closed_at end,
      snoozed_at = case when $5::bigint is null then null else c.snoozed_at end,
      snoozed_until = case when $5::bigint is null then null else c.snoozed_until end,
      assignee_id = case when $5::bigint is not null and $7 <> 'bot' and c.first_replied_at is null and not $16::boolean
        then coalesce(c.assignee_id, $5::bigint) else c.assignee_id end,
      first_replied_at = case when $5::bigint is not null and $7 <> 'bot' and not $16::boolean
        then coalesce(c.first_replied_at, now()) else c.first_replied_at end
    from before where c.id = $2 and (c.account_id = $1) is true
      and not ($15::boolean and exists (
        select from messages m where m.account_id = $1 and m.customer_id = before.author_id and m.conversation_id = $2
          and m.sent_at = $11::timestamptz and m.body is not distinct from $6::text
          and m.created_at > now() - interval '1 minute'))
    returning c.*,
      coalesce('user:' || $5::bigint, 'customer:' || before.author_id) as actor, before.author_id,
      (c.status, c.read, c.assignee_id, c.snoozed_at)
        is distinct from (before.status, before.read, before.assignee_id, before.snoozed_at) as changed,
      c.status <> before.status as reopened,
      c.assignee_id is distinct from before.assignee_id as taken,
      before.last_seq = 0 or c.status <> before.status
        or before.last_activity_at < now() - interval '30 minutes' as begins
  ), message as (
    insert into messages (account_id, id, conversation_id, customer_id, user_id, seq, body, type, private, source,
      content_type, subject, metadata, sent_at, client_message_id)
    select $1, $3::uuid, c.id, c.author_id, $5::bigint, c.last_seq, $6, $7, $8::boolean, $9, $10, $12, $13::jsonb,
      coalesce($11::timestamptz, now()), $14::uuid
    from conversation c
    returning ${MESSAGE_COLUMNS.join(', ')}
  )${rows}, logged as (
    insert into events (account_id, conversation_id, type, payload, actor)
    select c.account_id, c.id, 'message:created',
      jsonb_build_object('conversation_id', c.id, 'message_id', $3::uuid, 'seq', c.last_seq)
        || case when c.begins then jsonb_build_object('begins', true) else '{}' end
        || case when $17::bigint is not null then jsonb_build_object('posted_by', $17::bigint) else '{}' end, c.actor
    from conversation c${logged}
    union all
    select c.account_id, c.id, 'conversation:updated', jsonb_build_object('conversation_id', c.id)
      || case when c.reopened or c.taken then jsonb_build_object('became', jsonb_strip_nulls(jsonb_build_object(
        'status', case when c.reopened then c.status end,
        'assignee_id', case when c.taken then c.assignee_id end))) else '{}' end, c.actor
    from conversation c where c.changed
  )
  select m.*,
    u.email as user_email, u.role as user_role, u.created_at as user_created_at, u.disabled_at as user_disabled_at,
    u.archived_at as user_archived_at, p.id as profile_id, p.full_name, p.display_name, p.profile_photo_url,
    (select to_jsonb(k) from customers k where k.id = m.customer_id and (k.account_id = $1) is true) as customer,
    ${user_ids} as mentioned_user_ids,
    case when c.changed then to_jsonb(c) end as changed_conversation
  from message m
  join conversation c on c.id = m.conversation_id
  left join users u on u.account_id = $1 and u.id = $5::bigint
  left join user_profiles p on p.account_id = $1 and p.user_id = $5::bigint`

/** Each part of a statement is set up again for each message, whether it finds work or not. So most have none of these. */
interface Along {
  rows: string
  logged: string
  user_ids: string
}

const NOTHING: Along = { rows: '', logged: '', user_ids: `'[]'::json` }

const FILES_AND_MENTIONS: Along = {
  rows: `, attached as (
    insert into message_files (account_id, message_id, file_id)
    select m.account_id, m.id, file_id from message m, unnest($18::uuid[]) as file_id
  ), mentioned as (
    insert into mentions (account_id, conversation_id, message_id, user_id)
    select m.account_id, m.conversation_id, m.id, person from message m, (
      select person from unnest($19::bigint[]) as person
      union
      select id from users where account_id = $1 and id = any($20::bigint[])
    ) as named
    where not exists (select from users u where u.account_id = $1 and u.id = person
      and (u.disabled_at is not null or u.archived_at is not null))
    returning user_id
  )`,
  logged: `
    union all
    select c.account_id, c.id, 'mention:created', jsonb_build_object('conversation_id', c.id,
      'message_id', $3::uuid, 'user_ids', (select jsonb_agg(user_id order by user_id) from mentioned)), c.actor
    from conversation c where exists (select from mentioned)`,
  user_ids: `(select coalesce(json_agg(user_id order by user_id), '[]') from mentioned)`,
}

export const storeMessage = defineStatement<StoredMessage>('messages.store', storing(NOTHING))
/** With files ($18) or mentions. */
export const storeWithMore = defineStatement<StoredMessage>('messages.store_with_more', storing(FILES_AND_MENTIONS))

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
