import { isTimeZone } from '../../account/accounts/working-hours.js'

const DAY_MS = 86_400_000
/** Zones are at most 14 hours away from UTC. */
const FURTHEST_MS = 14 * 3_600_000

/** The zone in which an account counts its days. */
export const zoneOf = (time_zone: string | null) => (time_zone && isTimeZone(time_zone) ? time_zone : 'UTC')

const formats = new Map<string, Intl.DateTimeFormat>()

/** How far the zone's clocks are ahead of UTC, in milliseconds. */
export function offsetAt(zone: string, at: number) {
  if (zone === 'UTC') return 0
  const format = formats.get(zone) ?? newFormat(zone)
  formats.set(zone, format)
  const parts: Record<string, number> = {}
  for (const { type, value } of format.formatToParts(at)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000
}

const newFormat = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  })

const toDay = (at: number) => new Date(at).toISOString().slice(0, 10)
const midnightInUtc = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** The date on the zone's calendar, as `2024-03-09`. */
export const dayAt = (zone: string, at: number) => toDay(at + offsetAt(zone, at))

export const addDays = (day: string, days: number) => toDay(midnightInUtc(day) + days * DAY_MS)

/** From Sunday (0) to Saturday (6). */
export const weekdayOf = (day: string) => new Date(midnightInUtc(day)).getUTCDay()

/** Every day from the first to the last, both included. */
export function daysBetween(first: string, last: string) {
  const days: string[] = []
  for (let at = midnightInUtc(first); at <= midnightInUtc(last); at += DAY_MS) days.push(toDay(at))
  return days
}

/**
 * The first moment of a day. A clock that changes at midnight has none or two moments at 00:00, so near a change the first
 * moment of the date is searched. A day that a zone skipped starts when the next one does.
 */
export function startOfDay(zone: string, day: string) {
  const midnight = midnightInUtc(day)
  const offsets = [offsetAt(zone, midnight - FURTHEST_MS), offsetAt(zone, midnight + FURTHEST_MS)]
  let early = midnight - Math.max(...offsets)
  let late = midnight - Math.min(...offsets)
  while (early < late) {
    const middle = early + Math.floor((late - early) / 2)
    if (dayAt(zone, middle) >= day) late = middle
    else early = middle + 1
  }
  return late
}

/** The moment at which the zone's clocks first show a date and time. */
export function momentOf(zone: string, day: string, milliseconds: number) {
  const wanted = midnightInUtc(day) + milliseconds
  const early = wanted - offsetAt(zone, wanted - FURTHEST_MS)
  const late = wanted - offsetAt(zone, wanted + FURTHEST_MS)
  const shows = (at: number) => at + offsetAt(zone, at) === wanted
  return [early, late].filter(shows).toSorted((a, b) => a - b)[0] ?? early
}
