import type { Pool } from 'pg'
import { expect, vi } from 'vitest'
import type { Agent } from './story.js'

/** Counts all reports of an account again, and waits for the end of the job. */
export async function rebuildReports(ada: Agent, pool: Pool) {
  expect((await ada.post('/api/reporting/rebuild', {})).status).toBe(202)
  const jobs = `select from graphile_worker.jobs where task_identifier = 'reporting.rebuild' and queue_name like $1`
  const left = async () => (await pool.query(jobs, [`% ${ada.account_id} %`])).rowCount
  await vi.waitFor(async () => expect(await left()).toBe(0), { timeout: 60_000 })
}

/** A cursor of a list of a report, after a row of this day. The day may be one that no calendar has. */
export const cursorAt = (day: string) =>
  Buffer.from(`${day}T10:00:00.000Z 00000000-0000-4000-8000-000000000000`).toString('base64url')
