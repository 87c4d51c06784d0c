import type { Message } from '@papercups/contract'
import { defineStatement, type Statement } from '../../../platform/statement.js'
import { customerOf, type StoredMessage } from './store-message.js'

export interface StoredOfGroup extends StoredMessage {
  message_id: string
}

/** A customer's message as JSON. */
export interface GivenMessage {
  id: string
  conversation_id: string
  customer_id: string
  body: string | null
  source: Message['source']
  subject: string | null
  sent_at: string | null
  metadata: object
}

const GIVEN = `id uuid, conversation_id uuid, customer_id uuid, body text, source text, subject text, sent_at timestamptz,
    metadata jsonb`

/**
 * Stores messages of customers, each in another conversation, as store-message.ts stores one. Most of such a statement's time is its
 * beginning, which is paid once for all of them. `rows` are more common table expressions. They read from `placed`, which has
 * `fields` of each given message besides its place.
 *
 * Returns no row for a message whose conversation is missing, deleted, or locked by somebody else, or whose customer is. So a
 * group waits for nobody, and nobody waits for more than this statement.
 */
export const storeInGroups = (name: string, fields: string, rows: string): Statement<StoredOfGroup> =>
  defineStatement<StoredOfGroup>(
    `messages.store_group_with_${name}`,
    `with given as (
    select * from json_to_recordset($2::json) as g (${GIVEN}, ${fields})
  ), author as (
    select id from customers where id = any($4::uuid[]) and (account_id = $1) is true order by id
    for key share skip locked
  ), before as (
    select id, status, read, assignee_id, snoozed_at, last_seq, last_activity_at
    from conversations where id = any($3::uuid[]) and (account_id = $1) is true and archived_at is null order by id
    for update skip locked
  ), ready as (
    select b.*, g.id as message_id, g.customer_id as author_id
    from given g join before b on b.id = g.conversation_id join author on author.id = g.customer_id
  ), conversation as (
    update conversations c set
      last_seq = c.last_seq + 1,
      last_activity_at = now(),
      updated_at = now(),
      read = false, status = 'open', closed_at = null, snoozed_at = null, snoozed_until = null
    from ready b where c.id = b.id and c.id = any($3::uuid[]) and (c.account_id = $1) is true
    returning c.id, c.account_id, c.last_seq, c.status, c as stored, b.message_id,
      (c.status, c.read, c.assignee_id, c.snoozed_at)
        is distinct from (b.status, b.read, b.assignee_id, b.snoozed_at) as changed,
      c.status <> b.status as reopened,
      b.last_seq = 0 or c.status <> b.status or b.last_activity_at < now() - interval '30 minutes' as begins
  ), placed as (
    select c.account_id, c.last_seq, c.begins, 'customer:' || g.customer_id as actor, g.*
    from conversation c join given g on g.id = c.message_id
  ), message as (
    insert into messages (account_id, id, conversation_id, customer_id, seq, body, source, subject, metadata, sent_at)
    select p.account_id, p.id, p.conversation_id, p.customer_id, p.last_seq, p.body, p.source, p.subject, p.metadata,
      coalesce(p.sent_at, now())
    from placed p
  )${rows}, logged as (
    insert into events (account_id, conversation_id, type, payload, actor)
    select p.account_id, p.conversation_id, 'message:created',
      jsonb_build_object('conversation_id', p.conversation_id, 'message_id', p.id, 'seq', p.last_seq)
        || case when p.begins then jsonb_build_object('begins', true) else '{}' end, p.actor
    from placed p
    union all
    select c.account_id, c.id, 'conversation:updated', jsonb_build_object('conversation_id', c.id)
      || case when c.reopened then jsonb_build_object('became', jsonb_build_object('status', c.status)) else '{}' end,
      p.actor
    from conversation c join placed p on p.id = c.message_id where c.changed
  )
  select p.id as message_id, p.conversation_id, p.customer_id, p.last_seq as seq, null::uuid as client_message_id,
    p.metadata, coalesce(p.sent_at::timestamptz(3), now()::timestamptz(3)) as sent_at, now()::timestamptz(3) as created_at,
    ${customerOf('p.customer_id')},
    case when c.changed then row_to_json(c.stored) end as changed_conversation
  from placed p join conversation c on c.message_id = p.id`,
  )
