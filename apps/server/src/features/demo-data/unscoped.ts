import type { Account } from '../../platform/account.js'
import { databaseOf } from '../../platform/database/of.js'
import type { Platform } from '../../platform/platform.js'

/** A conversation that was just made, and when it is to have been. */
export interface Past {
  conversation_id: string
  customer_id: string
  minutes_ago: number
}

/** The verbs know only now; what they made is moved back to when it would have been, and what is old is closed. */
export async function backdate(platform: Platform, account: Account, past: Past[]) {
  const { pool } = databaseOf(platform)
  const columns = [past.map((p) => p.conversation_id), past.map((p) => p.customer_id), past.map((p) => p.minutes_ago)]
  const given = `with past as (select * from unnest($2::uuid[], $3::uuid[], $4::int[]) as p(conversation_id, customer_id, ago))`
  const at = `now() - make_interval(mins => ago)`
  await pool.query(
    `${given} update messages m set created_at = ${at} + m.seq * interval '3 minutes', sent_at = ${at} + m.seq * interval '3 minutes'
     from past where m.account_id = $1 and m.conversation_id = past.conversation_id`,
    [account.id, ...columns],
  )
  await pool.query(
    `${given} update conversations c set created_at = ${at}, last_activity_at = ${at} + c.last_seq * interval '3 minutes',
       first_replied_at = case when c.first_replied_at is not null then ${at} + interval '6 minutes' end,
       status = case when ago > 4320 then 'closed' else c.status end, read = c.read or ago > 4320,
       closed_at = case when ago > 4320 then ${at} + interval '30 minutes' end, updated_at = ${at} + interval '30 minutes'
     from past where c.account_id = $1 and c.id = past.conversation_id`,
    [account.id, ...columns],
  )
  await pool.query(
    `${given} update customers k set first_seen = (${at})::date, created_at = ${at}, last_seen_at = ${at} + interval '10 minutes',
       updated_at = ${at} + interval '10 minutes'
     from past where k.account_id = $1 and k.id = past.customer_id`,
    [account.id, ...columns],
  )
  await pool.query(
    `${given} update events e set created_at = ${at} + coalesce((payload ->> 'seq')::int, 0) * interval '3 minutes'
     from past where e.account_id = $1
       and (e.conversation_id = past.conversation_id or e.payload ->> 'customer_id' = past.customer_id::text)`,
    [account.id, ...columns],
  )
}

/** Registration answers with tokens; whose account it made is found by the address. */
export async function findRegistered(platform: Platform, email: string) {
  const { db } = databaseOf(platform)
  const user = await db
    .selectFrom('users')
    .select(['id', 'account_id'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return { user_id: user.id, account: platform.account(user.account_id) }
}
