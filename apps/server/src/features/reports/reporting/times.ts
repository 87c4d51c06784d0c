import type { ReportClock, ReportFilters, ReportTimes } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { spansOf } from './count-messages.js'
import { countStoredTimes, countTimes, readStoredTimes, type TimesOfDay } from './count-times.js'
import { readSeconds, summarizeValues } from './durations.js'
import { filterValues } from './filters.js'
import { addDays, daysBetween } from './local-days.js'
import type { ReportRange } from './read-range.js'
import { emailsOf } from './report.js'
import { storedDaysOf } from './stored-days.js'
import { readWeeks, type TimesOfWeek } from './stored-weeks.js'
import { summarizeTimes } from './summarize-times.js'
import { countedTime } from './working-time.js'

interface Chosen extends ReportFilters {
  clock?: ReportClock | null | undefined
}

/** How long customers waited, by all hours or by working hours. */
export async function getTimes(account: Account, range: ReportRange, chosen: Chosen): Promise<ReportTimes> {
  const { rows, weeks: stored } = await readTimes(account, range, chosen, chosen.clock ?? 'wall')
  const timesOf = (kind: TimesOfDay['kind']) => {
    const isOfKind = (row: { kind: TimesOfDay['kind'] }) => row.kind === kind
    const { weeks, ...sums } = summarizeTimes(range, rows.filter(isOfKind), stored.filter(isOfKind))
    return { ...sums, weeks: weeks.map(({ list: _, ...week }) => week) }
  }
  return {
    first_reply: timesOf('first_reply'),
    next_reply: timesOf('next_reply'),
    resolution: timesOf('resolution'),
    agents: await agentsIn(account, rows, stored),
  }
}

interface ReadTimes {
  rows: TimesOfDay[]
  weeks: TimesOfWeek[]
}

const KINDS = ['first_reply', 'next_reply', 'resolution', 'agent_first_reply'] as const

/** Stored days and weeks, and the others as `readDays` counts them. */
async function readTimes(
  account: Account,
  range: ReportRange,
  chosen: ReportFilters,
  asked: ReportClock,
): Promise<ReadTimes> {
  const clock = range.hours.length > 0 ? asked : 'wall'
  const filters = filterValues(chosen)
  const stored = await storedDaysOf(account, range)
  const known = new Set(stored)
  const missing = range.days.filter(({ day }) => !known.has(day))
  const spans = (days: ReportRange['days']) => spansOf(range.zone, days)
  const counting = { counted: await countedTime(account, range, clock), filters }
  const rows = await countTimes(account, spans(missing), counting)
  if (filters) {
    const ofStored = spans(stored.map((day) => ({ day })))
    return { rows: [...rows, ...(await countStoredTimes(account, ofStored, counting))], weeks: [] }
  }
  const weeks = await wholeWeeks(account, stored, clock)
  return { rows: [...rows, ...(await readStoredTimes(account, stored, clock, weeks))], weeks }
}

/** Stored weeks of which all days are in the list. */
async function wholeWeeks(account: Account, stored: string[], clock: ReportClock) {
  const days = stored.toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const known = new Set(days)
  const weeks = await readWeeks(account, [first, last], clock, KINDS)
  const isWhole = ({ start }: TimesOfWeek) => daysBetween(start, addDays(start, 6)).every((day) => known.has(day))
  return weeks.filter(isWhole)
}

async function agentsIn(account: Account, rows: TimesOfDay[], weeks: TimesOfWeek[]) {
  const days_of = byAgent(rows)
  const weeks_of = byAgent(weeks)
  const ids = [...new Set([...days_of.keys(), ...weeks_of.keys()])]
  const users = ids.length === 0 ? [] : await emailsOf(account, ids)
  return users
    .map((user) => {
      const days = readSeconds((days_of.get(user.id) ?? []).map(({ seconds }) => seconds))
      const whole_weeks = (weeks_of.get(user.id) ?? []).map(({ values }) => values)
      const { count, median } = summarizeValues(days, whole_weeks)
      return { user, count, median }
    })
    .toSorted((a, b) => b.count - a.count || a.user.id - b.user.id)
}

/** The first replies of each agent. */
function byAgent<T extends Pick<TimesOfDay, 'kind' | 'user_id'>>(rows: T[]) {
  const found = new Map<T['user_id'], T[]>()
  for (const row of rows.filter(({ kind }) => kind === 'agent_first_reply')) {
    const known = found.get(row.user_id)
    if (known) known.push(row)
    else found.set(row.user_id, [row])
  }
  return found
}
