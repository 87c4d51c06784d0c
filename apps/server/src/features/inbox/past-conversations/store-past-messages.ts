import { randomUUID } from 'node:crypto'
import type { AccountTransaction } from '../../../platform/account.js'
import { defineStatement } from '../../../platform/statement.js'

export interface PastMessage {
  /** Each is stored once in its conversation. */
  client_message_id: string
  /** With a name: somebody of the team who is no user here, or a bot. */
  author: { customer_id: string } | { user_id: number } | { name: string }
  type: 'reply' | 'note' | 'bot'
  body: string | null
  at: Date
  file_ids: string[]
}

/** Stores the messages that are new, in their order. Returns their ids. */
export async function storePastMessages(account: AccountTransaction, conversation_id: string, messages: PastMessage[]) {
  if (messages.length === 0) return []
  const rows = messages.map(({ author, ...message }, position) => ({
    ...message,
    ...author,
    position,
    id: randomUUID(),
  }))
  return (await account.run(storeMessages, conversation_id, JSON.stringify(rows))).map(({ id }) => id)
}

/** Messages to the customer count as seen: otherwise the next answer would be mailed together with them. */
const storeMessages = defineStatement<{ id: string }>(
  'past-conversations.store-messages',
  `with conversation as (
    select id, last_seq from conversations where account_id = $1 and id = $2 for update
  ), given as (
    select * from jsonb_to_recordset($3::jsonb) as given (position int, id uuid, client_message_id uuid, customer_id uuid,
      user_id bigint, name text, type text, body text, at timestamptz, file_ids uuid[])
  ), fresh as (
    select given.*, row_number() over (order by position) as number from given
    where not exists (select from messages m
      where m.account_id = $1 and m.conversation_id = $2 and m.client_message_id = given.client_message_id)
  ), stored as (
    insert into messages (account_id, id, conversation_id, customer_id, user_id, seq, body, type, private, metadata,
      sent_at, created_at, delivered_at, seen_at, client_message_id)
    select $1::uuid, fresh.id, c.id, fresh.customer_id, fresh.user_id, c.last_seq + fresh.number, fresh.body, fresh.type,
      fresh.type = 'note', case when fresh.name is not null then jsonb_build_object('author_name', fresh.name) end,
      fresh.at, fresh.at, seen.at, seen.at, fresh.client_message_id
    from conversation c, fresh
    left join lateral (select fresh.at where fresh.customer_id is null and fresh.type <> 'note') as seen on true
    returning account_id, id
  ), attached as (
    insert into message_files (account_id, message_id, file_id)
    select $1::uuid, fresh.id, file_id from conversation, fresh, unnest(fresh.file_ids) as file_id
  ), counted as (
    update conversations c set
      last_seq = c.last_seq + (select count(*) from fresh),
      last_activity_at = greatest(c.last_activity_at, (select max(at) from fresh)),
      first_replied_at = coalesce(c.first_replied_at,
        (select min(at) from fresh where type = 'reply' and customer_id is null)),
      updated_at = now()
    where c.account_id = $1 and c.id = $2
  )
  select id from stored where account_id = $1`,
)
