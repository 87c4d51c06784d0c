import { averageOf, medianOf, medianOfSorted, readSeconds, summarizeValues } from './durations.js'
import { addDays, dayAt, weekdayOf } from './local-days.js'
import type { ReportRange } from './read-range.js'
import { LISTED_VALUES, type TimesOfWeek } from './stored-weeks.js'

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

/** Of whole weeks that are stored, and of the days that are in none of them. */
export function summarizeTimes(
  range: ReportRange,
  days: SecondsOfDay[],
  stored: Array<Pick<TimesOfWeek, 'start' | 'values'>> = [],
) {
  const sorted = new Map(stored.map(({ start, values }) => [start, values]))
  const inOrder = days.toSorted((a, b) => (a.day < b.day ? -1 : 1))
  const all = readSeconds(inOrder.map(({ seconds }) => seconds))
  const isListed = sorted.size === 0 && all.length <= LISTED_VALUES
  let end = all.length
  /** The values of the last days from this one on. Each call continues before the last one. */
  const takeFrom = (first: string) => {
    const until = end
    while ((inOrder.at(-1)?.day ?? '') >= first) end -= (inOrder.pop()?.seconds.length ?? 0) / 4
    return all.subarray(end, until)
  }
  const weeks = weeksOf(range).map(([start_date, end_date]): Week => {
    takeFrom(addDays(end_date, 1))
    const ofWeek = sorted.get(start_date)
    const values = ofWeek ?? takeFrom(start_date)
    return {
      start_date,
      end_date,
      count: values.length,
      list: isListed ? [...values] : [],
      average: averageOf(values),
      median: ofWeek ? medianOfSorted(ofWeek) : medianOf(values),
    }
  })
  return { ...summarizeValues(all, [...sorted.values()]), weeks }
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
