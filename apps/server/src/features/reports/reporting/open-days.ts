import type { Account, AccountTransaction } from '../../../platform/account.js'
import { countMessages, spansOf, type MessageCount } from './count-messages.js'
import { addDays, dayAt, daysBetween, startOfDay } from './local-days.js'
import type { ReportDay } from './read-range.js'

/** Stored message counts of a day that is not over: of its messages before `until`. */
export interface OpenDay {
  day: string
  /** In milliseconds. */
  until: number
  counts: MessageCount[]
}

/** Days, and moments of the current day, are stored when no transaction that began in them can still be open. */
const SETTLED_MS = 600_000
const QUARTER_MS = 900_000

/** Earlier days are over: in their own zone, and in UTC, in which customers have their first day. */
export function firstOpenDay(zone: string) {
  const at = Date.now() - SETTLED_MS
  const [here, utc] = [dayAt(zone, at), dayAt('UTC', at)]
  return here < utc ? here : utc
}

const openDays = (zone: string) => daysBetween(firstOpenDay(zone), dayAt(zone, Date.now()))

/** Until when the messages of a day can be stored. */
function settledUntil(zone: string, day: string) {
  const settled = Math.floor((Date.now() - SETTLED_MS) / QUARTER_MS) * QUARTER_MS
  return Math.min(settled, startOfDay(zone, addDays(day, 1)))
}

/** Whether more than half an hour of one of these days could be stored and is not. */
export function isBehind(zone: string, days: string[], stored: OpenDay[]) {
  const asked = new Set(days)
  return openDays(zone).some((day) => {
    if (!asked.has(day)) return false
    const known = stored.find((open) => open.day === day)
    const until = known?.until ?? startOfDay(zone, day)
    return until > Date.now() || settledUntil(zone, day) - until > 2 * QUARTER_MS
  })
}

/** The message counts of days that are not over: what is stored, and the rest counted now. */
export async function countOpenDays(account: Account, zone: string, days: ReportDay[], stored: OpenDay[]) {
  const known = stored.filter(
    ({ day, until }) => until <= Date.now() && days.some((one) => one.day === day && !one.part),
  )
  const rest = days.map((one) => {
    const until = known.find(({ day }) => day === one.day)?.until
    return until === undefined
      ? one
      : { day: one.day, part: { from: until, to: startOfDay(zone, addDays(one.day, 1)) } }
  })
  return [...known.flatMap(({ counts }) => counts), ...(await countMessages(account, spansOf(zone, rest)))]
}

/** In the transaction that stores days. */
export async function storeOpenDays(account: AccountTransaction, zone: string) {
  const days = openDays(zone)
  const forgotten = account.delete('report_open_days')
  // A server whose clock was ahead may have stored a part that is not over.
  await forgotten.where(({ eb, or }) => or([eb('day', 'not in', days), eb('until', '>', new Date())])).execute()
  const rows = await account.from('report_open_days').select(['day', 'until', 'counts']).execute()
  for (const day of days) {
    const row = rows.find((known) => known.day === day)
    const [from, to] = [row?.until.getTime() ?? startOfDay(zone, day), settledUntil(zone, day)]
    if (to <= from) continue
    const added = await countMessages(account, spansOf(zone, [{ day, part: { from, to } }]))
    const counts = JSON.stringify({ rows: addUp([...countsIn(row?.counts), ...added]) })
    const until = new Date(to)
    await account
      .insert('report_open_days', { day, until, counts })
      .onConflict((conflict) => conflict.columns(['account_id', 'day']).doUpdateSet({ until, counts }))
      .execute()
  }
}

export const countsIn = (counts: unknown) => ((counts ?? {}) as { rows?: MessageCount[] }).rows ?? []

const SUMMED = ['count', 'replies', 'handled', 'first_replies', 'first_reply_seconds'] as const

/** One row for each user and hour. */
function addUp(rows: MessageCount[]) {
  const sums = new Map<string, MessageCount>()
  for (const row of rows) {
    const key = `${row.user_id} ${row.hour}`
    const sum = sums.get(key)
    if (sum) for (const name of SUMMED) sum[name] += row[name]
    else sums.set(key, { ...row })
  }
  return [...sums.values()]
}
