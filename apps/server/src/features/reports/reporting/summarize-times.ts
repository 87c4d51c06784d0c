import { averageOf, joined, medianOf, summarizeValues } from './durations.js'
import { addDays, dayAt, weekdayOf } from './local-days.js'
import type { ReportRange } from './read-range.js'

/** Beyond this, weeks have no list of their single values. */
const LISTED_VALUES = 5_000

interface Week {
  start_date: string
  end_date: string
  count: number
  list: number[]
  average: number
  median: number
}

/** Adds up the seconds of each day. */
export function summarizeTimes(range: ReportRange, byDay: Map<string, Int32Array>) {
  const all = joined([...byDay.values()])
  const isListed = all.length <= LISTED_VALUES
  const weeks = weeksOf(range).map(([start_date, end_date]): Week => {
    const values = joined([0, 1, 2, 3, 4, 5, 6].flatMap((at) => byDay.get(addDays(start_date, at)) ?? []))
    return {
      start_date,
      end_date,
      count: values.length,
      list: isListed ? [...values] : [],
      average: averageOf(values),
      median: medianOf(values),
    }
  })
  return { ...summarizeValues(all), weeks }
}

/**
 * From Sunday to Saturday, newest first, as the original counts them: from the Sunday before the range to the Saturday
 * before the Sunday that ends it. A range that ends on a Sunday has that day in no week.
 */
function weeksOf({ zone, from, to }: ReportRange): Array<[start: string, end: string]> {
  const first = dayAt(zone, from)
  const last = dayAt(zone, Math.max(to - 1, from))
  const end = addDays(last, (7 - weekdayOf(last)) % 7)
  const weeks: Array<[string, string]> = []
  for (let start = addDays(first, -(weekdayOf(first) || 7)); start < end; start = addDays(start, 7))
    weeks.unshift([start, addDays(start, 6)])
  return weeks
}
