import type { WorkingHours } from '@papercups/contract'

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']
const WEEKENDS = ['saturday', 'sunday']

/** Minutes since local midnight, with a fraction; null where the time zone is unset or unknown. */
export function minutesSinceMidnight(time_zone: string | null, now: Date): number | null {
  const local = localClock(time_zone, now)
  return local ? local.minutes : null
}

/** The first entry that covers today decides. A time zone without hours means closed; no time zone means never closed. */
export function isOutsideWorkingHours(time_zone: string | null, hours: WorkingHours[], now: Date): boolean {
  const local = localClock(time_zone, now)
  if (!local) return false
  const today = hours.find((entry) => covers(entry.day, local.weekday))
  return !today || local.minutes < today.start_minute || local.minutes > today.end_minute
}

/** A name that we can reckon with; `Europe/Lisbon`, `UTC`. */
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
