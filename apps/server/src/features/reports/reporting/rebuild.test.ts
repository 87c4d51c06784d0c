import type { Pool } from 'pg'
import { expect, test } from 'vitest'
import { rebuildReports } from '../../../../test/rebuild-reports.js'
import { startTestServer } from '../../../../test/server.js'
import { story } from '../../../../test/story.js'
import { databaseOf } from '../../../platform/database/of.js'

const CONVERSATIONS = 3_000
const TABLES = ['conversations', 'report_conversations', 'report_openings']

/** The rows that were read in these tables since the database was made. */
async function countRead(pool: Pool) {
  // Each connection says what it has read when it is asked to. The queue keeps one of the five for itself.
  const connections = await Promise.all([1, 2, 3, 4].map(() => pool.connect()))
  for (const connection of connections) {
    await connection.query('select pg_stat_force_next_flush()')
    connection.release()
  }
  const { rows } = await pool.query<{ read: number }>(
    `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_user_tables where relname = any($1)`,
    [TABLES],
  )
  return rows[0]?.read ?? 0
}

test('counting everything again reads each conversation a few times, also in an account that has just grown', async () => {
  const { ada, acme, carla, server } = await story(await startTestServer())
  const { pool } = databaseOf(server.platform)
  // A connection keeps the plan of a statement after some calls. Here it is a plan for tables with a few rows.
  await pool.query('analyze')
  for (let times = 0; times < 8; times += 1) await rebuildReports(ada, pool)
  await pool.query(
    `insert into conversations (account_id, customer_id, status, created_at, closed_at)
    select $1, $2, 'closed', at, at + interval '1 hour'
    from generate_series(1, $3::int) n, lateral (select now() - n * interval '5 hours' as at) placed`,
    [acme.id, carla.customer_id, CONVERSATIONS],
  )
  const before = await countRead(pool)
  await rebuildReports(ada, pool)
  const read = (await countRead(pool)) - before
  expect(read).toBeGreaterThan(CONVERSATIONS)
  expect(read).toBeLessThan(100 * CONVERSATIONS)
}, 120_000)
