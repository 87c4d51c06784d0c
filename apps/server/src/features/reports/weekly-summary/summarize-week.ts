import { CalendarDate, InstantInput, UserId } from '@papercups/contract'
import { Type } from 'typebox'
import { defineJob } from '../../../platform/feature.js'
import type { Platform } from '../../../platform/platform.js'
import { findAccount } from '../../account/accounts/unscoped.js'
import { brandOf } from '../../mail/mails/brand.js'
import { weeklySummaryEmail } from '../../mail/mails/emails.js'
import { sendWithinLimits } from '../../mail/mails/send-email.js'
import { clockOf } from '../reporting/account-clock.js'
import { addDays, dayAt, momentOf, weekdayOf } from '../reporting/local-days.js'
import { readRange } from '../reporting/read-range.js'
import { getReport } from '../reporting/report.js'
import { accountsWithSummaries } from './unscoped.js'

const HOUR_MS = 3_600_000
/** By the account's clocks, on Monday. A server that was off then sends it on Tuesday. */
const FIRST_HOUR = 8
const MONDAY = 1
const TUESDAY = 2

export async function summarizeWeeks(platform: Platform) {
  const moment = new Date().toISOString()
  for (const id of await accountsWithSummaries(platform)) await platform.account(id).enqueue(summarizeWeek, { moment })
}

/** The Monday of the week that is summarized at this moment, or undefined if none is due. */
export function weekDueAt(zone: string, at: number) {
  const today = dayAt(zone, at)
  const weekday = weekdayOf(today)
  if (weekday === TUESDAY) return addDays(today, -8)
  const isDue = weekday === MONDAY && at >= momentOf(zone, today, FIRST_HOUR * HOUR_MS)
  return isDue ? addDays(today, -7) : undefined
}

/** Marks each user and enqueues their mail in one transaction, so each gets one mail for a week. */
export const summarizeWeek = defineJob({
  name: 'weekly-summary.summarize-week',
  input: Type.Object({ moment: InstantInput }),
  async run(account, { moment }, platform) {
    const { zone } = clockOf(await findAccount(platform, account.id))
    const week = weekDueAt(zone, Date.parse(moment))
    if (!week) return
    await account.transaction(async (account) => {
      const due = await account
        .update('user_settings')
        .set({ weekly_summary_of: week })
        .where('email_weekly_summary', '=', true)
        .where(({ eb, or }) => or([eb('weekly_summary_of', 'is', null), eb('weekly_summary_of', '<', week)]))
        .returning('user_id')
        .execute()
      for (const { user_id } of due) await account.enqueue(mailWeeklySummary, { user_id, week })
    })
  },
})

export const mailWeeklySummary = defineJob({
  name: 'weekly-summary.mail',
  input: Type.Object({ user_id: UserId, week: CalendarDate }),
  async run(account, { user_id, week }, platform) {
    // The user may have left or turned it off while the job waited.
    const user = await account
      .from('user_settings')
      .innerJoin('users', (join) =>
        join.onRef('users.account_id', '=', 'user_settings.account_id').onRef('users.id', '=', 'user_settings.user_id'),
      )
      .select('users.email')
      .where('user_settings.user_id', '=', user_id)
      .where('user_settings.email_weekly_summary', '=', true)
      .where('users.disabled_at', 'is', null)
      .where('users.archived_at', 'is', null)
      .executeTakeFirst()
    if (!user) return
    await sendWithinLimits(account, platform, 'weekly-summary', user.email, async () => {
      const [brand, row] = [await brandOf(platform, account), await findAccount(platform, account.id)]
      const range = readRange(clockOf(row), { from_date: week, to_date: addDays(week, 7) })
      const report = await getReport(account, range, {})
      const sunday = addDays(week, 6)
      const { first_reply_count, resolution_count } = report
      const numbers = {
        ...{ from: week, to: sunday },
        conversations: total(report.conversations_by_date),
        received: total(report.received_messages_by_date),
        sent: total(report.sent_messages_by_date),
        first_reply: first_reply_count > 0 ? report.median_time_to_first_reply : undefined,
        resolution: resolution_count > 0 ? report.median_time_to_resolution : undefined,
      }
      return weeklySummaryEmail(brand, numbers, `${platform.config.base_url}/reporting?from=${week}&to=${sunday}`)
    })
  },
})

const total = (list: Array<{ count: number }>) => list.reduce((sum, { count }) => sum + count, 0)
