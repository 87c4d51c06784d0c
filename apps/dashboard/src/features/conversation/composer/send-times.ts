import { inAnHour, mondayMorning, tomorrowMorning } from '../../../lib/mornings.js'

export interface SendTime {
  label: string
  at: Date
}

/** What is offered without a calendar. On a Sunday tomorrow is Monday, so that is offered once. */
export function sendTimes(now = new Date()): SendTime[] {
  const [tomorrow, monday] = [tomorrowMorning(now), mondayMorning(now)]
  return [
    { label: 'In 1 hour', at: inAnHour(now) },
    { label: 'Tomorrow morning', at: tomorrow },
    ...(monday > tomorrow ? [{ label: 'Monday morning', at: monday }] : []),
  ]
}

/** For a field of the browser that asks for a date and a time: the reader's own clock, without a zone. */
export function toLocalInput(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`
}
