import type { Account } from '../../../platform/account.js'
import { databaseOf } from '../../../platform/database/of.js'
import type { Platform } from '../../../platform/platform.js'

/** A conversation that was just created, and how long ago it should have been. */
export interface Past {
  conversation_id: string
  customer_id: string
  minutes_ago: number
}

/**
 * Everything was created just now. This moves it back in time and closes conversations older than three days. The customers have
 * seen the answers: otherwise they would get emails.
 */
export async function backdate(platform: Platform, account: Account, past: Past[]) {
  const { pool } = databaseOf(platform)
  const columns = [past.map((p) => p.conversation_id), past.map((p) => p.customer_id), past.map((p) => p.minutes_ago)]
  const given = `with past as (select * from unnest($2::uuid[], $3::uuid[], $4::int[]) as p(conversation_id, customer_id, ago))`
  const at = `now() - make_interval(mins => ago)`
  await pool.query(
    `${given} update messages m set created_at = ${at} + m.seq * interval '3 minutes', sent_at = ${at} + m.seq * interval '3 minutes',
       seen_at = case when m.user_id is not null and not m.private then ${at} + (m.seq + 1) * interval '3 minutes' end
     from past where m.account_id = $1 and m.conversation_id = past.conversation_id`,
    [account.id, ...columns],
  )
  await pool.query(
    `${given} update conversations c set created_at = ${at}, last_activity_at = ${at} + c.last_seq * interval '3 minutes',
       first_replied_at = case when c.first_replied_at is not null then ${at} + interval '6 minutes' end,
       status = case when ago > 4320 then 'closed' else c.status end, read = c.read or ago > 4320,
       closed_at = case when c.status = 'closed' or ago > 4320 then ${at} + interval '30 minutes' end, updated_at = ${at} + interval '30 minutes'
     from past where c.account_id = $1 and c.id = past.conversation_id`,
    [account.id, ...columns],
  )
  const visits = `visits as (select customer_id, max(ago) as first, min(ago) as last from past group by customer_id)`
  await pool.query(
    `${given}, ${visits} update customers k set first_seen = (now() - make_interval(mins => first))::date,
       created_at = now() - make_interval(mins => first), updated_at = now() - make_interval(mins => last - 10),
       last_seen_at = now() - make_interval(mins => last - 10)
     from visits where k.account_id = $1 and k.id = visits.customer_id`,
    [account.id, ...columns],
  )
  await pool.query(
    `${given} update events e set created_at = ${at} + coalesce((payload ->> 'seq')::int, 0) * interval '3 minutes'
     from past where e.account_id = $1 and e.conversation_id = past.conversation_id`,
    [account.id, ...columns],
  )
  await pool.query(
    `${given}, ${visits} update events e set created_at = now() - make_interval(mins => first)
     from visits where e.account_id = $1 and e.conversation_id is null
       and e.payload ->> 'customer_id' = visits.customer_id::text`,
    [account.id, ...columns],
  )
}

/** Registration returns only tokens, so the account is found by email. */
export async function findRegistered(platform: Platform, email: string) {
  const { db } = databaseOf(platform)
  const user = await db
    .selectFrom('users')
    .select(['id', 'account_id'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return { user_id: user.id, account: platform.account(user.account_id) }
}
