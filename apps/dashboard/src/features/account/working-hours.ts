import type { WorkingDay, WorkingHours } from '@papercups/contract'

export interface Hours extends WorkingHours {
  day: WorkingDay
}

const LAST_MINUTE = 1439
const STEP = 30

/** Half hours from midnight on, and the last minute of the day. */
export const SLOTS = [...Array.from({ length: 48 }, (_, index) => index * STEP), LAST_MINUTE]

export const DAY_OPTIONS: Array<{ value: WorkingDay; label: string }> = [
  { value: 'everyday', label: 'Every day' },
  { value: 'weekdays', label: 'Weekdays' },
  { value: 'weekends', label: 'Weekends' },
  { value: 'monday', label: 'Monday' },
  { value: 'tuesday', label: 'Tuesday' },
  { value: 'wednesday', label: 'Wednesday' },
  { value: 'thursday', label: 'Thursday' },
  { value: 'friday', label: 'Friday' },
  { value: 'saturday', label: 'Saturday' },
  { value: 'sunday', label: 'Sunday' },
]

export const ALL_DAY: Hours = { day: 'everyday', start_minute: 0, end_minute: LAST_MINUTE }

/** The saved hours, or all day, every day. Skips unknown days, as the server does. */
export function readHours(saved: WorkingHours[]): Hours[] {
  const known = saved.filter((hours): hours is Hours => DAY_OPTIONS.some(({ value }) => value === hours.day))
  return known.length > 0 ? known : [ALL_DAY]
}

/** 9:30 am */
export function formatSlot(minute: number) {
  const hour = Math.floor(minute / 60)
  const rest = String(minute % 60).padStart(2, '0')
  return `${hour % 12 || 12}:${rest} ${hour < 12 || hour === 24 ? 'am' : 'pm'}`
}

/** The last slot cannot be a start, because no end follows it. */
export const startSlots = () => SLOTS.slice(0, -1)
export const endSlots = (start_minute: number) => SLOTS.filter((minute) => minute > start_minute)

/** Hours saved through the API may end on the next morning. */
export const isOvernight = ({ start_minute, end_minute }: Hours) => end_minute < start_minute

/** A start at or after the end moves the end, unless the end is on the next morning. */
export function withStart(hours: Hours, start_minute: number): Hours {
  const keepsEnd = hours.end_minute > start_minute || (isOvernight(hours) && hours.end_minute !== start_minute)
  return { ...hours, start_minute, end_minute: keepsEnd ? hours.end_minute : LAST_MINUTE }
}

/** The values of a new row: the first day without hours. */
export function nextHours(hours: Hours[]): Hours {
  const taken = new Set(hours.map(({ day }) => day))
  return { ...ALL_DAY, day: DAY_OPTIONS.find(({ value }) => !taken.has(value))?.value ?? ALL_DAY.day }
}
