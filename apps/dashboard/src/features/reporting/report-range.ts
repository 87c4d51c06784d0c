/** Two dates of the account's calendar, both included. */
export interface ReportRange {
  from: string
  to: string
}

const DAY_MS = 86_400_000
const toDate = (at: number) => new Date(at).toISOString().slice(0, 10)
const isDate = (text: string | null): text is string =>
  // Date.parse takes February 31st for a day in March.
  text !== null &&
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  toDate(Date.parse(text)) === text

const addDays = (date: string, days: number) => toDate(Date.parse(date) + days * DAY_MS)

/** Today by the clocks of a time zone. An unknown zone counts as UTC, as on the server. */
export function todayIn(time_zone: string | null, now = Date.now()) {
  try {
    const format = new Intl.DateTimeFormat('en-CA', { timeZone: time_zone ?? 'UTC' })
    return format.format(now)
  } catch {
    return toDate(now)
  }
}

const last = (days: number) => (today: string) => ({ from: addDays(today, 1 - days), to: today })

export const PRESETS: Array<{ label: string; range: (today: string) => ReportRange }> = [
  { label: 'Today', range: last(1) },
  { label: 'Last 7 days', range: last(7) },
  { label: 'Last 30 days', range: last(30) },
  { label: 'Last 90 days', range: last(90) },
  { label: 'Last 12 months', range: last(365) },
  { label: 'Last two years', range: last(730) },
]

const defaultRange = last(30)

/** As many days, directly before the range. */
export function rangeBefore({ from, to }: ReportRange): ReportRange {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  return { from: addDays(from, -days), to: addDays(from, -1) }
}

/** The range in the page's URL. Dates that are not valid, or reversed, give the last 30 days. */
export function rangeIn(search: URLSearchParams, today: string): ReportRange {
  const [from, to] = [search.get('from'), search.get('to')]
  return isDate(from) && isDate(to) && from <= to ? { from, to } : defaultRange(today)
}

/** Times without an offset are times of the account's zone. */
export const queryOf = ({ from, to }: ReportRange) => ({
  from_date: `${from}T00:00:00.000`,
  to_date: `${to}T23:59:59.999`,
})

const compact = (date: string) => date.replaceAll('-', '')
export const exportName = ({ from, to }: ReportRange) => `reporting-${compact(from)}-${compact(to)}.json`
