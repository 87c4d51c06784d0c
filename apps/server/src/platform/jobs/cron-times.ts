import { parseCronItems } from 'graphile-worker'

const MINUTE = 60_000

/** Whether five fields (UTC) name the minute of a time. Undefined if they are not valid. */
export function readCron(pattern: string): ((time: Date) => boolean) | undefined {
  try {
    const [item] = parseCronItems([{ task: 'cron', match: pattern }])
    return (time) =>
      item?.match({
        min: time.getUTCMinutes(),
        hour: time.getUTCHours(),
        date: time.getUTCDate(),
        month: time.getUTCMonth() + 1,
        dow: time.getUTCDay(),
      }) ?? false
  } catch {
    return undefined
  }
}

/** The last minute after `since`, up to `now`, that the pattern names. */
export function lastDue(pattern: string, since: Date, now: Date): Date | undefined {
  const isDue = readCron(pattern)
  const first = Math.floor(since.getTime() / MINUTE) + 1
  for (let minute = Math.floor(now.getTime() / MINUTE); minute >= first; minute--)
    if (isDue?.(new Date(minute * MINUTE))) return new Date(minute * MINUTE)
  return undefined
}
