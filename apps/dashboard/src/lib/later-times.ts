const MORNING = 9
const MONDAY = 1

/** A time to snooze a conversation until. Null means until the customer answers. */
export interface SnoozeTime {
  label: string
  until: Date | null
}

/** A time to send a message at. */
export interface SendTime {
  label: string
  at: Date
}

export const snoozeTimes = (now = new Date()): SnoozeTime[] => [
  { label: 'For an hour', until: inAnHour(now) },
  { label: 'Until tomorrow', until: tomorrowMorning(now) },
  { label: 'Until next week', until: mondayMorning(now) },
  { label: 'Until they answer', until: null },
]

/** On a Sunday tomorrow is Monday, so that morning is offered once. */
export function sendTimes(now = new Date()): SendTime[] {
  const [tomorrow, monday] = [tomorrowMorning(now), mondayMorning(now)]
  return [
    { label: 'In 1 hour', at: inAnHour(now) },
    { label: 'Tomorrow morning', at: tomorrow },
    ...(monday > tomorrow ? [{ label: 'Monday morning', at: monday }] : []),
  ]
}

export const tomorrowMorning = (now: Date) => morningAfter(now, 1)

/** The value of an `<input type="datetime-local">`: the reader's local time, without a zone. */
export function toLocalInput(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`
}

const inAnHour = (now: Date) => new Date(now.getTime() + 3_600_000)
const mondayMorning = (now: Date) => morningAfter(now, ((MONDAY - now.getDay() + 6) % 7) + 1)

/** Counts calendar days: twice a year a day has 23 or 25 hours. */
const morningAfter = (now: Date, days: number) =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING)
