export interface Filters {
  assignee_id?: number
  tag_id?: string
}

/** The ids of the conversations that match, with the account in `$1`. */
export const chosenConversations = ({
  assignee_id,
  tag_id,
}: Filters) => `(select id from conversations c where c.account_id = $1
  ${assignee_id === undefined ? '' : `and assignee_id = ${assignee_id}`}
  ${tag_id === undefined ? '' : `and exists (select from conversation_tags t where t.conversation_id = c.id and t.tag_id = '${tag_id}')`})`

const DAY_MS = 86_400_000
const toDay = (at: number) => new Date(at).toISOString().slice(0, 10)

export function daysFrom(from: string, to: string) {
  const days: string[] = []
  for (let at = Date.parse(from); at < Date.parse(to); at += DAY_MS) days.push(toDay(at))
  return days
}

/** The weeks of a report, newest first. */
export function weekStarts(from: string, to: string) {
  const sundays: string[] = []
  for (let at = Date.parse(from) - DAY_MS; sundays.length === 0; at -= DAY_MS)
    if (new Date(at).getUTCDay() === 0) sundays.unshift(toDay(at))
  for (let at = Date.parse(sundays[0] ?? '') + 7 * DAY_MS; at < Date.parse(to) - DAY_MS; at += 7 * DAY_MS)
    sundays.unshift(toDay(at))
  return sundays.map((start_date) => ({
    start_date,
    dates: [0, 1, 2, 3, 4, 5, 6].map((days) => toDay(Date.parse(start_date) + days * DAY_MS)),
  }))
}

export const average = (values: number[]) =>
  values.length === 0 ? 0 : values.reduce((a, b) => a + b, 0) / values.length

export function median(values: number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1] ?? 0, sorted[Math.floor(sorted.length / 2)] ?? 0]
  return (low + high) / 2
}

export function percentiles(values: number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted.find((_, index) => (index + 1) / sorted.length >= share) ?? 0
  return { p50: at(0.5), p75: at(0.75), p90: at(0.9), p95: at(0.95) }
}
