import type { Company, Ground } from './ground.js'
import { asking, compareSizes } from './two-sizes.js'

const CONVERSATIONS = 100_000
const MESSAGES_EACH = 10
const DAY_MS = 86_400_000

/** Reports in an account of a million messages over two years against one of ten thousand. */
export const measureReporting = (ground: Ground) =>
  compareSizes(ground, {
    name: 'reporting',
    size: CONVERSATIONS,
    fill: fillTwoYears,
    asked: {
      '30 days': asking(report(30)),
      'two years': asking(report(730)),
      conversations: asking(behind('messages'), behind('conversations'), behind('received')),
    },
  })

/** Whole days, as the page asks for them. */
const range = (days: number) => {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const date = (at: number) => new Date(at).toISOString().slice(0, 10)
  return `from_date=${date(today - (days - 1) * DAY_MS)}&to_date=${date(today + DAY_MS)}`
}
const report = (days: number) => `/api/reporting?${range(days)}`
const behind = (number: string) => `/api/reporting/conversations?${range(730)}&number=${number}`

/** Straight into the database: evenly over two years, and most conversations are answered and closed. */
async function fillTwoYears({ pool }: Ground, { account_id, user_id }: Company, conversations: number) {
  const client = await pool.connect()
  try {
    await client.query(
      `with customer as (
        insert into customers (account_id, name, browser, os, time_zone, first_seen)
        select $1, 'Carla ' || n, 'Browser ' || n % 6, 'OS ' || n % 5, 'Zone ' || n % 20, current_date - (n % 730)
        from generate_series(1, $2::int) n returning id
      )
      insert into conversations (account_id, customer_id, status, last_seq, created_at, first_replied_at, closed_at)
      select $1, id, 'closed', $3, at, at + (n * 7919 % 9000) * interval '1 second', at + (n * 104729 % 400000) * interval '1 second'
      from (select id, row_number() over () as n from customer) as numbered,
        lateral (select now() - interval '729 days' * n / $2::int as at) placed`,
      [account_id, conversations, MESSAGES_EACH],
    )
    await client.query(
      `insert into messages (account_id, conversation_id, customer_id, user_id, seq, body, created_at)
      select $1, c.id, case when seq % 2 = 1 then c.customer_id end, case when seq % 2 = 0 then $2::bigint end, seq,
        'Hello', c.created_at + seq * interval '1 minute'
      from conversations c, generate_series(1, $3::int) seq where c.account_id = $1`,
      [account_id, user_id, MESSAGES_EACH],
    )
    await client.query(
      `insert into report_conversations (account_id, conversation_id, customer_id, source, first_replied_at, closed_at, created_at)
      select account_id, id, customer_id, source, first_replied_at, closed_at, created_at from conversations
      where account_id = $1`,
      [account_id],
    )
    for (const table of ['customers', 'conversations', 'messages', 'report_conversations'])
      await client.query(`vacuum analyze ${table}`)
  } finally {
    client.release()
  }
}
