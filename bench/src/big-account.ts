import type pg from 'pg'
import type { Company, Ground } from './ground.js'

const MESSAGES_EACH = 10
/** Word n of this many. Low numbers are far more frequent, as in natural language. */
const VOCABULARY = 20_000

/** The word with this rank of frequency. */
export const wordOf = (place: number) => `w${place}x`

/** The number of conversations with this word is the same in accounts of any size. */
export const RARE_WORD = 'kumquat'
const WITH_RARE_WORD = 200

/**
 * An account that has been in use for years, straight into the database: one conversation in ten is open; of the open ones
 * a part is unread, has priority, belongs to the only agent.
 */
export async function fillAccount({ pool }: Ground, { account_id, user_id }: Company, conversations: number) {
  const client = await pool.connect()
  try {
    await client.query(`select setseed(0.5)`)
    // Summed up, as a reader leaves them. Dead rows would slow down both accounts.
    await client.query('alter table conversations disable trigger conversations_counted')
    await client.query(
      `with customer as (
         insert into customers (account_id, name, email)
         select $1, 'Carla ' || n, 'carla' || n || '@example.com' from generate_series(1, $2::int) n returning id
       )
       insert into conversations
         (account_id, customer_id, status, read, priority, assignee_id, last_seq, last_activity_at, created_at)
       select $1, id, case when n % 10 = 0 then 'open' else 'closed' end, n % 30 <> 0,
         case when n % 70 = 0 then 'priority' else 'not_priority' end, case when n % 40 = 0 then $3::bigint end,
         $4, now() - n * interval '1 minute', now() - n * interval '2 minutes'
       from (select id, row_number() over () as n from customer) as numbered`,
      [account_id, conversations, user_id, MESSAGES_EACH],
    )
    await client.query('alter table conversations enable trigger conversations_counted')
    await client.query(
      `insert into conversation_counts (account_id, place, read, priority, source, inbox_id, assignee_id, change)
       select account_id, place, read, priority, source, inbox_id, assignee_id, count(*)
       from conversations where account_id = $1 group by 1, 2, 3, 4, 5, 6, 7`,
      [account_id],
    )
    await insertMessages(
      client,
      `select $1, c.id, case when seq % 2 = 1 then c.customer_id end, case when seq % 2 = 0 then $2::bigint end, seq,
         (select string_agg('w' || floor($3::int * power(random(), 4)) || 'x', ' ')
          from generate_series(1, 12) where c.id is not null and seq > 0)
           || case when seq = 5 and c.n % ($5::int / $6::int) = 0 then ' ${RARE_WORD}' else '' end,
         c.last_activity_at - ($4::int - seq) * interval '1 minute'
       from (select *, row_number() over (order by last_activity_at) as n from conversations where account_id = $1) c,
         generate_series(1, $4::int) seq`,
      [account_id, user_id, VOCABULARY, MESSAGES_EACH, conversations, WITH_RARE_WORD],
    )
    for (const table of ['customers', 'conversations', 'messages']) await client.query(`vacuum analyze ${table}`)
  } finally {
    client.release()
  }
}

/** Building the word index at the end takes seconds instead of minutes. */
export async function insertMessages(client: pg.Pool | pg.PoolClient, select: string, values: unknown[]) {
  const { rows } = await client.query<{ definition: string }>(
    `select pg_get_indexdef('messages_by_words'::regclass) as definition`,
  )
  await client.query('drop index messages_by_words')
  await client.query(
    `insert into messages (account_id, conversation_id, customer_id, user_id, seq, body, created_at) ${select}`,
    values,
  )
  await client.query(rows[0]?.definition ?? '')
}
