import { inAnHour, mondayMorning, tomorrowMorning } from './mornings.js'

/** When somebody who puts a conversation aside usually wants it back. Null: when the customer writes. */
export interface SnoozeTime {
  label: string
  until: Date | null
}

export const snoozeTimes = (now = new Date()): SnoozeTime[] => [
  { label: 'For an hour', until: inAnHour(now) },
  { label: 'Until tomorrow', until: tomorrowMorning(now) },
  { label: 'Until next week', until: mondayMorning(now) },
  { label: 'Until they answer', until: null },
]
