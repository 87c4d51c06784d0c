import type { Report } from '@papercups/contract'
import { expect, test, vi } from 'vitest'
import { insertPastConversation, insertPastMessage } from '../../../../test/past-conversations.js'
import { plainReport } from '../../../../test/plain-report.js'
import { story } from '../../../../test/story.js'
import { databaseOf } from '../../../platform/database/of.js'

const WAIT = { timeout: 30_000, interval: 100 }
const HOUR_MS = 3_600_000

/** A zone in which it is between ten and eleven in the morning. Its sign is the opposite of what people expect. */
function morningZone() {
  const hours = new Date().getUTCHours() - 10
  const behind = hours > 12 ? hours - 24 : hours // there is no zone further behind
  return behind === 0 ? 'UTC' : `Etc/GMT${behind > 0 ? '+' : '-'}${Math.abs(behind)}`
}

/** A day on which Carla and Ada wrote since midnight. */
async function longDay() {
  const tale = await story()
  const { ada, ben, acme, carla, server } = tale
  const { pool } = databaseOf(server.platform)
  const zone = morningZone()
  await ada.data('PUT', '/api/accounts/any', { account: { time_zone: zone } })
  const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS)
  const { customer_id } = carla
  const ids = { account_id: acme.id, conversation_id: carla.conversation_id }
  const at = { created_at: ago(9), first_replied_at: ago(7) }
  const older = await insertPastConversation(pool, { account_id: acme.id, customer_id, ...at })
  const write = (hours: number, author: object, conversation_id = older) =>
    insertPastMessage(pool, { ...ids, conversation_id, created_at: ago(hours), ...author })
  await write(9, { customer_id })
  const first = await write(7, { user_id: ada.id })
  await write(5, { user_id: ben.id })
  await write(3, { user_id: ada.id })
  await write(2, { customer_id })
  const day = (moment: number) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(moment)
  const range: [string, string] = [day(Date.now()), day(Date.now() + 24 * HOUR_MS)]
  const path = `/api/reporting?from_date=${range[0]}&to_date=${range[1]}`
  const read = (): Promise<Report> => ada.data('GET', path)
  const agrees = async () => expect(await read()).toEqual(await plainReport(pool, acme.id, zone, range))
  const open = async () => {
    const { rows } = await pool.query<{ until: Date; counts: { rows: Array<{ count: number }> } }>(
      'select until, counts from report_open_days where account_id = $1 and day = $2',
      [acme.id, range[0]],
    )
    return rows.map(({ until, counts }) => ({
      until,
      messages: counts.rows.reduce((sum, { count }) => sum + count, 0),
    }))
  }
  return { ...tale, pool, write, first, read, agrees, open }
}

test('counts on from what is stored of the current day', async () => {
  const { ada, acme, carla, pool, write, first, read, agrees, open } = await longDay()
  await vi.waitFor(agrees, WAIT)
  expect((await open()).map(({ messages }) => messages)).toEqual([5])

  // A new message is in the next report, and what is stored stays as it is.
  await carla.says('Hello')
  expect((await read()).messages_by_date).toMatchObject([{ count: 6 }])
  await vi.waitFor(agrees, WAIT)
  expect((await open()).map(({ messages }) => messages)).toEqual([5])

  // A message of an earlier hour that comes late, and one that is deleted.
  await write(4, { customer_id: carla.customer_id })
  await vi.waitFor(agrees, WAIT)
  await ada.data('PUT', `/api/conversations/${carla.conversation_id}`, { conversation: { status: 'closed' } })
  await vi.waitFor(agrees, WAIT)
  expect((await ada.delete(`/api/messages/${first}`)).status).toBe(204)
  await vi.waitFor(agrees, WAIT)
  expect((await open()).map(({ messages }) => messages)).toEqual([5])

  // As after a clock that was ahead.
  await pool.query(
    `update report_open_days set until = now() + interval '1 hour', counts = '{}' where account_id = $1`,
    [acme.id],
  )
  await agrees()
  expect((await read()).messages_by_date).toMatchObject([{ count: 6 }])
}, 120_000)
