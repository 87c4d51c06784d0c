import type { ReportClock, ReportFilters, ReportTimes } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { spansOf } from './count-messages.js'
import { countStoredTimes, countTimes, readStoredTimes, type TimesOfDay } from './count-times.js'
import { medianOf, readSeconds } from './durations.js'
import { filterValues } from './filters.js'
import type { ReportRange } from './read-range.js'
import { emailsOf } from './report.js'
import { storedDaysOf } from './stored-days.js'
import { summarizeTimes } from './summarize-times.js'
import { countedTime } from './working-time.js'

interface Chosen extends ReportFilters {
  clock?: ReportClock | null | undefined
}

/** How long customers waited, by all hours or by working hours. */
export async function getTimes(account: Account, range: ReportRange, chosen: Chosen): Promise<ReportTimes> {
  const rows = await readTimes(account, range, chosen, chosen.clock ?? 'wall')
  const timesOf = (kind: TimesOfDay['kind']) => {
    const { weeks, ...sums } = summarizeTimes(
      range,
      rows.filter((row) => row.kind === kind),
    )
    return { ...sums, weeks: weeks.map(({ list: _, ...week }) => week) }
  }
  return {
    first_reply: timesOf('first_reply'),
    next_reply: timesOf('next_reply'),
    resolution: timesOf('resolution'),
    agents: await agentsIn(account, rows),
  }
}

/** Stored days, and the others as `readDays` counts them. */
async function readTimes(account: Account, range: ReportRange, chosen: ReportFilters, asked: ReportClock) {
  const clock = range.hours.length > 0 ? asked : 'wall'
  const filters = filterValues(chosen)
  const stored = await storedDaysOf(account, range)
  const known = new Set(stored)
  const missing = range.days.filter(({ day }) => !known.has(day))
  if (missing.length === 0 && !filters) return readStoredTimes(account, stored, clock)
  const counting = { counted: await countedTime(account, range, clock), filters }
  const spans = (days: ReportRange['days']) => spansOf(range.zone, days)
  return [
    ...(await countTimes(account, spans(missing), counting)),
    ...(await (filters
      ? countStoredTimes(account, spans(stored.map((day) => ({ day }))), counting)
      : readStoredTimes(account, stored, clock))),
  ]
}

async function agentsIn(account: Account, rows: TimesOfDay[]) {
  const byUser = new Map<number, Buffer[]>()
  for (const { kind, user_id, seconds } of rows) {
    if (kind !== 'agent_first_reply') continue
    const lists = byUser.get(user_id) ?? []
    byUser.set(user_id, lists)
    lists.push(seconds)
  }
  const users = byUser.size === 0 ? [] : await emailsOf(account, [...byUser.keys()])
  return users
    .map((user) => {
      const values = readSeconds(byUser.get(user.id) ?? [])
      return { user, count: values.length, median: medianOf(values) }
    })
    .toSorted((a, b) => b.count - a.count || a.user.id - b.user.id)
}
