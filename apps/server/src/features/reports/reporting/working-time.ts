import type { ReportClock, WorkingHours } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { defineStatement } from '../../../platform/statement.js'
import { WEEK, workingMinutes } from '../../account/accounts/working-hours.js'
import type { AccountClock } from './account-clock.js'
import { spansOf, type Span } from './count-messages.js'
import { addDays, dayAt, daysBetween, weekdayOf } from './local-days.js'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Periods that count, in order. `before` is the time that counted before each, in milliseconds. */
interface CountedTime {
  starts: number[]
  ends: number[]
  before: number[]
}

const ALL_TIME: CountedTime = { starts: [0], ends: [Number.MAX_SAFE_INTEGER], before: [0] }

/** As the values for `secondsBetween`. */
export async function countedTime(account: Account, { zone, hours }: AccountClock, clock: ReportClock) {
  const { starts, ends, before } =
    clock === 'wall' || hours.length === 0 ? ALL_TIME : workingTime(zone, hours, await firstMoment(account), Date.now())
  return [starts, ends, before]
}

/** The time from one moment to another, in whole seconds, with the counted time in three parameters from this one. */
export const secondsBetween = (from: string, to: string, first: number) =>
  `least(greatest((${countedAt(to, first)} - ${countedAt(from, first)}) / 1000, 0), 2147483647)::int4`

const countedAt = (moment: string, first: number) => {
  const [starts, ends, before] = [0, 1, 2].map((at) => `$${first + at}::bigint[]`)
  return `(select coalesce((${before})[at.period] + least(at.ms, (${ends})[at.period]) - (${starts})[at.period], 0)
    from (select now.ms, width_bucket(now.ms, ${starts}) as period
      from (select floor(extract(epoch from ${moment}) * 1000)::bigint as ms) as now) as at)`
}

/** The working hours of all days from one moment to another. */
export function workingTime(zone: string, hours: WorkingHours[], from: number, to: number): CountedTime {
  const days = daysBetween(addDays(dayAt(zone, from), -1), addDays(dayAt(zone, to), 1))
  const periods = spansOf(
    zone,
    days.map((day) => ({ day })),
  ).flatMap((span) => periodsIn(span, hours))
  const time: CountedTime = { starts: [], ends: [], before: [] }
  let total = 0
  for (const [start, end] of joinOverlaps(periods)) {
    time.starts.push(start)
    time.ends.push(end)
    time.before.push(total)
    total += end - start
  }
  return time
}

function periodsIn({ day, from, to, offset }: Span, hours: WorkingHours[]) {
  const midnight = Date.parse(`${day}T00:00:00Z`) - offset
  return workingMinutes(hours, WEEK[weekdayOf(day)] ?? '').map(([start, end]): [number, number] => [
    Math.max(from, midnight + start * MINUTE_MS),
    Math.min(to, midnight + end * MINUTE_MS),
  ])
}

function joinOverlaps(periods: Array<[number, number]>) {
  const joined: Array<[number, number]> = []
  for (const [start, end] of periods.toSorted(([a], [b]) => a - b)) {
    if (end <= start) continue
    const last = joined.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else joined.push([start, end])
  }
  return joined
}

/** Nothing in the account is older. */
async function firstMoment(account: Account) {
  const [found] = await account.run(findFirst)
  const now = Date.now()
  return Math.min(found?.first?.getTime() ?? now, now - DAY_MS)
}

const findFirst = defineStatement<{ first: Date | null }>(
  'reporting.find-first-moment',
  `select least(
    (select created_at from report_conversations where account_id = $1 order by created_at limit 1),
    (select created_at from messages where account_id = $1 order by created_at limit 1)) as first`,
)
