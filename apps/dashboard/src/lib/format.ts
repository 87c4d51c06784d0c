/** All formats of dates and numbers. */

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })
const longDay = new Intl.DateTimeFormat('en-US', { month: 'long', day: '2-digit', year: 'numeric' })
const weekdayAndDate = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' })
const shortWeekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric' })
const shortDate = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })
const shortDateWithYear = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })

/** `created_at` and `updated_at` come without a zone and mean UTC. */
export function parseInstant(instant: string): Date {
  return new Date(/(Z|[+-]\d\d:?\d\d)$/.test(instant) ? instant : `${instant}Z`)
}

/** 3:07 PM */
export const formatTime = (instant: string) => time.format(parseInstant(instant))

/** Monday, March 9 3:07 PM */
export function formatMoment(instant: string) {
  const date = parseInstant(instant)
  return `${weekdayAndDate.format(date)} ${time.format(date)}`
}

/** Mon, Mar 9 3:07 PM */
export function formatShortMoment(instant: string) {
  const date = parseInstant(instant)
  return `${shortWeekday.format(date)} ${time.format(date)}`
}

/** March 09, 2024 */
export const formatDate = (instant: string) => longDay.format(parseInstant(instant))

/** Today, Yesterday, or March 09, 2024 */
export function formatDay(instant: string, now = Date.now()) {
  const day = startOfDay(parseInstant(instant).getTime())
  // Not 24 hours ago: twice a year a day has 23 or 25 hours.
  if (day === startOfDay(now)) return 'Today'
  if (day === startOfDay(startOfDay(now) - HOUR)) return 'Yesterday'
  return formatDate(instant)
}

/** just now, 12 seconds ago, 1 minute ago … 3 days ago */
export function formatAgo(instant: string, now = Date.now()) {
  const age = now - parseInstant(instant).getTime()
  if (age < 10 * SECOND) return 'just now'
  if (age < MINUTE) return ago(age / SECOND, 'second')
  if (age < HOUR) return ago(age / MINUTE, 'minute')
  if (age < DAY) return ago(age / HOUR, 'hour')
  return ago(age / DAY, 'day')
}

/** Short for a list row: now, 5m, 3h, 2d, Mar 9 */
export function formatAge(instant: string, now = Date.now()) {
  const date = parseInstant(instant)
  const age = now - date.getTime()
  if (age < MINUTE) return 'now'
  if (age < HOUR) return `${Math.floor(age / MINUTE)}m`
  if (age < DAY) return `${Math.floor(age / HOUR)}h`
  if (age < 7 * DAY) return `${Math.floor(age / DAY)}d`
  return (age < 300 * DAY ? shortDate : shortDateWithYear).format(date)
}

/** 740 bytes, 12 kB, 3.4 MB */
export function formatSize(bytes: number) {
  if (bytes < 1_000) return `${bytes} byte${bytes === 1 ? '' : 's'}`
  if (bytes < 999_500) return `${Math.round(bytes / 1_000)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

export const startOfDay = (moment: number) => new Date(moment).setHours(0, 0, 0, 0)

function ago(amount: number, unit: string) {
  const whole = Math.floor(amount)
  return `${whole} ${unit}${whole === 1 ? '' : 's'} ago`
}
