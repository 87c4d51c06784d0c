const MORNING = 9
const MONDAY = 1

/** The times that people put things off to, by the calendar of whoever asks. */
export const inAnHour = (now: Date) => new Date(now.getTime() + 3_600_000)
export const tomorrowMorning = (now: Date) => morningAfter(now, 1)
export const mondayMorning = (now: Date) => morningAfter(now, ((MONDAY - now.getDay() + 6) % 7) + 1)

/** By days, not by hours: twice a year a day has 23 or 25. */
const morningAfter = (now: Date, days: number) =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING)
