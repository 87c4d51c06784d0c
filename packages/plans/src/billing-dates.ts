import { PLANS, type PlanName } from './plans.js'

/** Whether the page warns. It counts differently from seats: the thresholds are those of the price list. */
export function isExceeded(plan: PlanName, { num_users, num_messages }: { num_users: number; num_messages: number }) {
  const { users = Infinity, messages = Infinity } = PLANS[plan].warn_above
  return num_users > users || num_messages > messages
}

/** The first day of the next month. */
export const upgradeBy = (now: Date) => new Date(now.getFullYear(), now.getMonth() + 1, 1)

/** One month after the trial's end, or after the period's start. On a shorter month its last day. */
export function nextBillingDate({ trial_end, current_period_start }: BillingPeriod) {
  const start = new Date((trial_end ?? current_period_start) * 1_000)
  const next = new Date(start)
  next.setUTCMonth(start.getUTCMonth() + 1)
  if (next.getUTCDate() !== start.getUTCDate()) next.setUTCDate(0)
  return next
}

interface BillingPeriod {
  /** Unix seconds. */
  trial_end: number | null
  current_period_start: number
}
