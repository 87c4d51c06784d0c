import { spansOf, type Span } from './count-messages.js'
import { weekdayOf } from './local-days.js'
import type { ReportRange } from './read-range.js'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

type Chosen = number | null | undefined

/**
 * The starts and the ends of the periods that a weekday and an hour select, in order, or nulls if neither is chosen. They come
 * from the spans of the counting: PostgreSQL does not know all time zones, and some of its zones have other clocks.
 */
export function clockPeriods({ zone, days }: ReportRange, weekday: Chosen, hour: Chosen) {
  if (!isChosen(weekday) && !isChosen(hour)) return [null, null]
  const those = isChosen(weekday) ? days.filter(({ day }) => weekdayOf(day) === weekday) : days
  const spans = spansOf(zone, those)
  const periods = isChosen(hour) ? spans.flatMap((span) => hoursIn(span, hour)) : spans
  return [periods.map(({ from }) => iso(from)), periods.map(({ to }) => iso(to))]
}

const isChosen = (value: Chosen) => value !== null && value !== undefined
const iso = (at: number) => new Date(at).toISOString()

/** A day whose clocks change at midnight may also show an hour of the day before it. */
function hoursIn({ from, to, offset }: Span, hour: number) {
  const periods: Array<{ from: number; to: number }> = []
  const midnight = Math.floor((from + offset) / DAY_MS) * DAY_MS - offset
  for (let start = midnight + hour * HOUR_MS; start < to; start += DAY_MS) {
    const period = { from: Math.max(start, from), to: Math.min(start + HOUR_MS, to) }
    if (period.from < period.to) periods.push(period)
  }
  return periods
}
