import { averageOf, medianOf, readSeconds, summarizeValues } from './durations.js'
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

interface SecondsOfDay {
  day: string
  /** As `readSeconds` reads them. */
  seconds: Buffer
}

export function summarizeTimes(range: ReportRange, days: SecondsOfDay[]) {
  const inOrder = days.toSorted((a, b) => (a.day < b.day ? -1 : 1))
  const all = readSeconds(inOrder.map(({ seconds }) => seconds))
  const isListed = all.length <= LISTED_VALUES
  let end = all.length
  /** The values of the last days from this one on. Each call continues before the last one. */
  const takeFrom = (first: string) => {
    const until = end
    while ((inOrder.at(-1)?.day ?? '') >= first) end -= (inOrder.pop()?.seconds.length ?? 0) / 4
    return all.subarray(end, until)
  }
  const weeks = weeksOf(range).map(([start_date, end_date]): Week => {
    takeFrom(addDays(end_date, 1))
    const values = takeFrom(start_date)
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
