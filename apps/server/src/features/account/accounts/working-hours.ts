import type { WorkingHours } from '@papercups/contract'

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']
const WEEKENDS = ['saturday', 'sunday']
/** Days as JavaScript numbers them. */
export const WEEK = ['sunday', ...WEEKDAYS, 'saturday']
const DAY_MINUTES = 1440

/** Minutes since local midnight, with a fraction; null where the time zone is unset or unknown. */
export function minutesSinceMidnight(time_zone: string | null, now: Date): number | null {
  const local = localClock(time_zone, now)
  return local ? local.minutes : null
}

/**
 * The first entry that covers a day decides for that day. Hours that end after midnight reach into the next morning.
 * A time zone without hours means closed; no time zone means never closed.
 */
export function isOutsideWorkingHours(time_zone: string | null, hours: WorkingHours[], now: Date): boolean {
  const local = localClock(time_zone, now)
  if (!local) return false
  const { weekday, minutes } = local
  return !workingMinutes(hours, weekday).some(([start, end]) => minutes >= start && minutes <= end)
}

/** The parts of a weekday that are working hours, in minutes since midnight. They may overlap. */
export function workingMinutes(hours: WorkingHours[], weekday: string): Array<[start: number, end: number]> {
  const today = hours.find(({ day }) => covers(day, weekday))
  const yesterday = hours.find(({ day }) => covers(day, dayBefore(weekday)))
  return [
    ...(yesterday && isOvernight(yesterday) ? [[0, yesterday.end_minute] as [number, number]] : []),
    ...(today ? [[today.start_minute, isOvernight(today) ? DAY_MINUTES : today.end_minute] as [number, number]] : []),
  ]
}

const isOvernight = ({ start_minute, end_minute }: WorkingHours) => end_minute < start_minute

/** Clients may send days of the week as JavaScript's numbers. */
export function withDayName<Hours extends { day: string | number }>(hours: Hours) {
  const { day } = hours
  return { ...hours, day: typeof day === 'number' ? (WEEK[day] ?? String(day)) : day }
}

const dayBefore = (weekday: string) => WEEK[(WEEK.indexOf(weekday) + 6) % 7] ?? ''

/** For example `Europe/Lisbon` or `UTC`. */
export function isTimeZone(name: string) {
  return /^[A-Za-z]/.test(name) && localClock(name, new Date()) !== undefined
}

function covers(day: string, weekday: string) {
  if (day === 'everyday') return true
  if (day === 'weekdays') return WEEKDAYS.includes(weekday)
  if (day === 'weekends') return WEEKENDS.includes(weekday)
  return day === weekday
}

function localClock(time_zone: string | null, now: Date) {
  if (!time_zone) return undefined
  try {
    const format = new Intl.DateTimeFormat('en-GB', {
      timeZone: time_zone,
      weekday: 'long',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    })
    const parts = Object.fromEntries(format.formatToParts(now).map((part) => [part.type, part.value]))
    const minutes = Number(parts.hour) * 60 + Number(parts.minute) + Number(parts.second) / 60
    return { weekday: String(parts.weekday).toLowerCase(), minutes }
  } catch {
    return undefined
  }
}
