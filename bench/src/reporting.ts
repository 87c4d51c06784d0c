import { insertMessages } from './big-account.js'
import { HttpLane, requestBytes } from './clients/http-lane.js'
import { toFigure } from './figure.js'
import { registerCompany, seatCustomers, startProduct, type Company, type Ground } from './ground.js'
import { rate, takeTurns } from './statistics.js'
import { asking, compareSizes } from './two-sizes.js'

const CONVERSATIONS = 100_000
const MESSAGES_EACH = 10
const OF_EACH_CUSTOMER = 10
const DAY_MS = 86_400_000

const CONCURRENCY = 32
const WRITTEN_TO = 50
const ROUNDS = 16
const ROUND_MS = 1_200
const WARM_UP_MS = 8_000

/** Reports in an account of a million messages over two years against one of ten thousand, and their cost for messages. */
export async function measureReporting(ground: Ground) {
  const reports = await compareSizes(ground, {
    name: 'reporting',
    size: CONVERSATIONS,
    fill: fillTwoYears,
    asked: {
      '30 days': asking(report(30)),
      'two years': asking(report(730)),
      conversations: asking(behind('messages'), behind('conversations'), behind('received')),
    },
  })
  return [...reports, await measureMessagePath(ground)]
}

/** Messages a second with and without the statements that keep reports current. */
async function measureMessagePath(ground: Ground) {
  const product = await startProduct(ground, ['--import', new URL('./reports-switch.js', import.meta.url).href])
  const company = await registerCompany(product)
  const seats = await seatCustomers(ground, company, WRITTEN_TO)
  const requests = seats.map(({ conversation_id }) =>
    requestBytes('/api/messages', company.token, { message: { conversation_id, body: 'Hello' } }),
  )
  const lanes = await Promise.all(Array.from({ length: CONCURRENCY }, () => HttpLane.open(product.port)))
  let next = 0
  const write = (ms: number) =>
    rate(ms, CONCURRENCY, (lane) => (lanes[lane] as HttpLane).send(requests[(next += 1) % requests.length] as Buffer))
  const writeWith = async (reports: boolean) => {
    product.process.send({ reports })
    return write(ROUND_MS)
  }
  await write(ground.scale(WARM_UP_MS))
  const rounds = await takeTurns(ground.scale(ROUNDS), { ours: () => writeWith(true), limit: () => writeWith(false) })
  for (const lane of lanes) lane.close()
  await product.stop()
  return toFigure({ name: 'reporting: message path', unit: 'messages/s', goal: { at_least: 0.97 }, rounds })
}

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
    // Counting rows one by one would take minutes, and no report reads the counters.
    await client.query('alter table conversations disable trigger conversations_counted')
    await client.query('alter table customers disable trigger customers_counted')
    await client.query(
      `with customer as (
        insert into customers (account_id, name, browser, os, time_zone, first_seen)
        select $1, 'Carla ' || n, 'Browser ' || n % 6, 'OS ' || n % 5, 'Zone ' || n % 20, current_date - (n % 730)
        from generate_series(1, $2::int / $4::int) n returning id
      )
      insert into conversations (account_id, customer_id, status, last_seq, created_at, first_replied_at, closed_at)
      select $1, id, 'closed', $3, at, at + (n * 7919 % 9000) * interval '1 second', at + (n * 104729 % 400000) * interval '1 second'
      from (select id, row_number() over () as first from customer) as numbered,
        lateral generate_series(first, $2::int, $2::int / $4::int) n,
        lateral (select now() - interval '729 days' * n / $2::int as at) placed`,
      [account_id, conversations, MESSAGES_EACH, OF_EACH_CUSTOMER],
    )
    await client.query('alter table conversations enable trigger conversations_counted')
    await client.query('alter table customers enable trigger customers_counted')
    await insertMessages(
      client,
      `select $1, c.id, case when seq % 2 = 1 then c.customer_id end, case when seq % 2 = 0 then $2::bigint end, seq,
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
    await client.query(
      `insert into report_openings (account_id, conversation_id, number, opened_at, closed_at)
      select account_id, id, 1, created_at, closed_at from conversations where account_id = $1`,
      [account_id],
    )
    for (const table of ['customers', 'conversations', 'messages', 'report_conversations', 'report_openings'])
      await client.query(`vacuum analyze ${table}`)
  } finally {
    client.release()
  }
}
