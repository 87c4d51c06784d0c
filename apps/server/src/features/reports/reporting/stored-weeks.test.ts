import type { Report, ReportTimes } from '@papercups/contract'
import { expect, test, vi } from 'vitest'
import { plainReport } from '../../../../test/plain-report.js'
import { plainTimes } from '../../../../test/plain-times.js'
import { rebuildReports } from '../../../../test/rebuild-reports.js'
import { story } from '../../../../test/story.js'
import { databaseOf } from '../../../platform/database/of.js'

const WAIT = { timeout: 60_000, interval: 200 }
/** More than a report lists one by one, in four whole weeks and parts of two. */
const CONVERSATIONS = 6_500
const RANGE: [string, string] = ['2024-03-01', '2024-04-04']
const WITHOUT_LISTS = { seconds_to_first_reply_list: [], seconds_to_resolution_list: [] }

async function manyConversations() {
  const tale = await story()
  const { ada, acme, carla, server } = tale
  const { pool } = databaseOf(server.platform)
  await pool.query(
    `insert into conversations (account_id, customer_id, status, created_at, first_replied_at, closed_at)
    select $1, $2, 'closed', at, at + (n * 7919 % 9000) * interval '1 second',
      case when n % 7 > 0 then at + (n::bigint * 104729 % 400000) * interval '1 second' end
    from generate_series(1, $3::int) n,
      lateral (select timestamptz '2024-03-01Z' + (n - 1)::float8 / $3 * interval '34 days' as at) placed`,
    [acme.id, carla.customer_id, CONVERSATIONS],
  )
  // To its end, because it would replace what a test changes in the tables.
  await rebuildReports(ada, pool)
  const query = `from_date=${RANGE[0]}&to_date=${RANGE[1]}`
  const report = (more = ''): Promise<Report> => ada.data('GET', `/api/reporting?${query}${more}`)
  const times = (): Promise<ReportTimes> => ada.data('GET', `/api/reporting/times?${query}`)
  expect((await report()).first_reply_count).toBe(CONVERSATIONS)
  const agrees = async () => {
    const plain = await plainReport(pool, acme.id, 'UTC', RANGE)
    const empty = <W extends object>(weeks: W[]) =>
      weeks.map((week) => ({ ...week, ...pick(WITHOUT_LISTS, Object.keys(week)) }))
    expect(await report()).toEqual({
      ...plain,
      first_reply_metrics_by_week: empty(plain.first_reply_metrics_by_week),
      resolution_metrics_by_week: empty(plain.resolution_metrics_by_week),
    })
    expect(await times()).toEqual(await plainTimes(pool, acme.id, { zone: 'UTC', hours: [] }, RANGE))
  }
  return { ...tale, pool, report, agrees }
}

const pick = (values: Record<string, unknown>, names: string[]) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))

test('whole weeks have the same times as their days, also after one of them changed', async () => {
  const { ada, acme, pool, report, agrees } = await manyConversations()
  const stored = async () => {
    const found = await pool.query<{ start: string }>(
      `select distinct start::text from report_weeks where account_id = $1 and kind = 'resolution' order by 1`,
      [acme.id],
    )
    return found.rows.map(({ start }) => start)
  }
  await vi.waitFor(agrees, WAIT)
  expect(await stored()).toEqual(['2024-03-03', '2024-03-10', '2024-03-17', '2024-03-24'])

  // The weeks are read, and not only the days.
  const before = (await report()).first_reply_count
  await pool.query(`delete from report_weeks where account_id = $1 and start = '2024-03-10' and kind = 'first_reply'`, [
    acme.id,
  ])
  expect((await report()).first_reply_count).toBe(before)
  await agrees()

  const { rows } = await pool.query<{ id: string }>(
    `select id from conversations where account_id = $1 and created_at > '2024-03-12Z' order by created_at limit 3`,
    [acme.id],
  )
  for (const { id } of rows) expect((await ada.delete(`/api/conversations/${id}`)).status).toBe(204)
  await vi.waitFor(agrees, WAIT)
  expect(await stored()).toHaveLength(4)

  // With a filter, days are counted and no week is read.
  expect((await report(`&assignee_id=${ada.id}`)).first_reply_count).toBe(0)
}, 180_000)

test('whole weeks have the same new customers as their days, also after one of them changed', async () => {
  const { ada, acme, pool, report, agrees } = await manyConversations()
  const { rows: added } = await pool.query<{ id: string }>(
    `insert into customers (account_id, name, browser, os, time_zone, first_seen)
    select $1, 'Person ' || n, (array['Firefox', '__proto__', ''])[n % 3 + 1], 'OS ' || n % 4, 'Zone ' || n % 5, date '2024-03-01' + n % 34
    from generate_series(1, 400) n returning id`,
    [acme.id],
  )
  await vi.waitFor(agrees, WAIT)
  const stored = () =>
    pool.query<{ start: string; counts: Record<string, object> }>(
      'select start::text, counts from report_week_customers where account_id = $1 order by 1',
      [acme.id],
    )
  const { rows } = await stored()
  expect(rows.map(({ start }) => start)).toEqual(['2024-03-03', '2024-03-10', '2024-03-17', '2024-03-24'])

  // The weeks are read, and not only the days.
  const [first] = rows
  await pool.query('update report_week_customers set counts = $3 where account_id = $1 and start = $2', [
    ...[acme.id, '2024-03-03'],
    { ...first?.counts, browser: { Lynx: 1_000 } },
  ])
  expect((await report()).customer_breakdown_by_browser[0]).toEqual({ browser: 'Lynx', count: 1_000 })
  const changed = added.slice(0, 40).map(({ id }) => ada.put(`/api/customers/${id}`, { customer: { os: 'Plan 9' } }))
  for (const { status } of await Promise.all(changed)) expect(status).toBe(200)
  await vi.waitFor(agrees, WAIT)
  expect((await report()).customer_breakdown_by_os).toContainEqual({ os: 'Plan 9', count: 40 })
}, 180_000)
