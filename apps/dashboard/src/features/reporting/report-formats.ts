const shortDate = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** Mar 9 */
export const formatChartDate = (date: string) => shortDate.format(new Date(date))

/** Mon */
export const formatWeekday = (day: string) => day.slice(0, 3)

/** 1h 5m 12s */
export function formatDuration(total: number) {
  const seconds = Math.round(total)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  const parts = [hours > 0 && `${hours}h`, (hours > 0 || minutes > 0) && `${minutes}m`, `${seconds % 60}s`]
  return parts.filter(Boolean).join(' ')
}

/** A time over so many conversations. Without any there is no time. */
export const formatTime = (seconds: number, count: number) => (count === 0 ? '--' : formatDuration(seconds))

/** 1.5h, 2.3m, 45s: short enough for an axis. */
export function formatTick(seconds: number) {
  const inUnits = (size: number) => formatNumber(Math.round((seconds / size) * 10) / 10)
  if (seconds >= 3600) return `${inUnits(3600)}h`
  return seconds >= 60 ? `${inUnits(60)}m` : `${Math.round(seconds)}s`
}

/** For an axis. The table has the whole text. */
export const shorten = (text: string) => (text.length > 16 ? `${text.slice(0, 15)}…` : text)

export const formatNumber = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 2 })

/** By how many percent a value differs from the one of the week or period before, or undefined if that was 0 or is missing. */
export const changeOf = (now: number, before: number | undefined) =>
  before ? ((now - before) / before) * 100 : undefined

/** -12.50% */
export function formatChange(percent: number) {
  const text = percent.toFixed(2)
  if (Number(text) === 0) return '0.00%'
  return `${percent > 0 ? '+' : ''}${text}%`
}

export interface Share {
  name: string
  count: number
  /** Whether it is the sum of the others. */
  isRest?: boolean
}

/** All entries up to five. Of more, the four largest and the sum of the others. */
export function topShares(entries: Share[]): Share[] {
  const sorted = entries.toSorted((a, b) => b.count - a.count)
  if (sorted.length <= 5) return sorted
  const rest = sorted.slice(4).reduce((sum, { count }) => sum + count, 0)
  return [...sorted.slice(0, 4), { name: 'Other', count: rest, isRest: true }]
}
