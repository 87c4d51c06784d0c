import { badRequest, HttpError } from '../../../platform/errors.js'
import type { AccountClock } from './account-clock.js'
import { addDays, dayAt, daysBetween, momentOf, startOfDay } from './local-days.js'

/** A day of a report. Only the first and the last can be less than whole days. */
export interface ReportDay {
  day: string
  /** Where only a part of the day counts: from this moment until before that one. */
  part?: { from: number; to: number }
}

export interface ReportRange extends AccountClock {
  from: number
  /** Not included. */
  to: number
  days: ReportDay[]
}

export interface RangeInput {
  from_date?: string | null | undefined
  to_date?: string | null | undefined
}

const MOST_DAYS = 3_660
/** JavaScript or PostgreSQL cannot calculate with the first and the last years that a date can name. */
const [FIRST_YEAR, LAST_YEAR] = [1970, 2200]
const FORMAT = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:?\d\d)?)?$/

/** The range that a caller named, by the days of the account's time zone. */
export function readRange(clock: AccountClock, query: RangeInput): ReportRange {
  const { zone } = clock
  const { from_date, to_date } = query
  if (!from_date || !to_date) {
    const received = Object.keys(query)
    throw new HttpError(400, 'The following parameters are required: from_date, to_date', { details: { received } })
  }
  const from = readMoment(zone, from_date)
  const to = endOfMoment(readMoment(zone, to_date))
  if (from === undefined || to === undefined)
    throw badRequest('from_date and to_date must be dates in the format of ISO 8601')
  if (from > to) throw badRequest('from_date must not be after to_date')
  if (to - from > MOST_DAYS * 86_400_000) throw badRequest('The range is longer than ten years')
  return { ...clock, from, to, days: from < to ? daysOf(zone, from, to) : [] }
}

function daysOf(zone: string, from: number, to: number): ReportDay[] {
  const days = daysBetween(dayAt(zone, from), dayAt(zone, to - 1)).map((day): ReportDay => ({ day }))
  for (const edge of new Set([days[0], days.at(-1)])) {
    if (!edge) continue
    const [start, end] = [startOfDay(zone, edge.day), startOfDay(zone, addDays(edge.day, 1))]
    if (from > start || to < end) edge.part = { from: Math.max(from, start), to: Math.min(to, end) }
  }
  return days
}

/** A time without an offset is a time of the account's zone. */
function readMoment(zone: string, text: string) {
  const [, day, hour = '00', minute = '00', second = '00', fraction = '', offset] = FORMAT.exec(text) ?? []
  if (!day || !isDay(day) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  const clock = `${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}`
  if (!offset) return momentOf(zone, day, Date.parse(`1970-01-01T${clock}Z`))
  const at = Date.parse(`${day}T${clock}${offset.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')}`)
  return Number.isNaN(at) ? undefined : at
}

const isDay = (day: string) => {
  const year = Number(day.slice(0, 4))
  if (year < FIRST_YEAR || year > LAST_YEAR) return false
  const at = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
}

/** Clients write the end of a day as 23:59:59 or as 23:59:59.999. */
function endOfMoment(at: number | undefined) {
  if (at === undefined) return undefined
  if (at % 60_000 === 59_000) return at + 1_000
  return at % 60_000 === 59_999 ? at + 1 : at
}
