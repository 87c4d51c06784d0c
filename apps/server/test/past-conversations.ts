import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'

interface PastConversation {
  account_id: string
  customer_id: string
  created_at: Date
  first_replied_at?: Date | null
  closed_at?: Date | null
  inbox_id?: string | null
}

/** Writes a conversation of the past with its row in the event log, as an import does. */
export async function insertPastConversation(pool: Pool, conversation: PastConversation) {
  const {
    account_id,
    customer_id,
    created_at,
    first_replied_at = null,
    closed_at = null,
    inbox_id = null,
  } = conversation
  const id = randomUUID()
  await pool.query(
    `with made as (
      insert into conversations (account_id, id, customer_id, created_at, first_replied_at, closed_at, status, inbox_id)
      values ($1, $2, $3, $4, $5, $6::timestamptz, case when $6::timestamptz is null then 'open' else 'closed' end, $7)
    )
    insert into events (account_id, conversation_id, type, payload)
    values ($1, $2, 'conversation:created', jsonb_build_object('conversation_id', $2::uuid))`,
    [account_id, id, customer_id, created_at, first_replied_at, closed_at, inbox_id],
  )
  return id
}

interface PastMessage {
  account_id: string
  conversation_id: string
  created_at: Date
  customer_id?: string
  user_id?: number
  private?: boolean
}

/** The same for a message. */
export async function insertPastMessage(pool: Pool, message: PastMessage) {
  const { account_id, conversation_id, created_at, customer_id = null, user_id = null } = message
  const id = randomUUID()
  await pool.query(
    `with numbered as (
      update conversations set last_seq = last_seq + 1 where account_id = $1 and id = $2 returning last_seq
    ), made as (
      insert into messages (account_id, id, conversation_id, seq, customer_id, user_id, body, created_at, private)
      select $1, $3, $2, last_seq, $4, $5, 'Hello', $6, $7 from numbered
    )
    insert into events (account_id, conversation_id, type, payload)
    values ($1, $2, 'message:created', jsonb_build_object('conversation_id', $2::uuid, 'message_id', $3::uuid))`,
    [account_id, conversation_id, id, customer_id, user_id, created_at, message.private ?? false],
  )
  return id
}

/** Closes or opens a conversation at an earlier time. */
export async function changePastStatus(
  pool: Pool,
  {
    account_id,
    conversation_id,
    status,
    at,
  }: { account_id: string; conversation_id: string; status: string; at: Date },
) {
  await pool.query(
    `with changed as (
      update conversations set status = $3, closed_at = case when $3 = 'closed' then $4::timestamptz end
      where account_id = $1 and id = $2 and status <> $3 returning id
    )
    insert into events (account_id, conversation_id, type, payload, created_at)
    select $1, id, 'conversation:updated',
      jsonb_build_object('conversation_id', id, 'became', jsonb_build_object('status', $3::text)), $4 from changed`,
    [account_id, conversation_id, status, at],
  )
}
