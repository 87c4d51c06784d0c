import type { AccountBasic, AccountPublic, Language, WorkingHours } from '@papercups/contract'
import { isOutsideWorkingHours, minutesSinceMidnight, withDayName } from './working-hours.js'

export interface AccountRow {
  id: string
  company_name: string | null
  company_logo_url: string | null
  time_zone: string | null
  subscription_plan: string | null
  working_hours: unknown
  settings: unknown
  language: Language
}

export function toAccountPublic(row: AccountRow, now = new Date()): AccountPublic {
  const working_hours = toWorkingHours(row.working_hours)
  return {
    object: 'account',
    id: row.id,
    company_name: row.company_name,
    company_logo_url: row.company_logo_url,
    time_zone: row.time_zone,
    subscription_plan: row.subscription_plan,
    working_hours,
    is_outside_working_hours: isOutsideWorkingHours(row.time_zone, working_hours, now),
    current_minutes_since_midnight: minutesSinceMidnight(row.time_zone, now),
  }
}

export function toAccountBasic(row: AccountRow, now = new Date()): AccountBasic {
  return { ...toAccountPublic(row, now), settings: toSettings(row.settings), language: row.language }
}

/** Imported entries may have ids of their own. They are never returned. */
export function toWorkingHours(value: unknown): WorkingHours[] {
  const entries = Array.isArray(value) ? (value as WorkingHours[]) : []
  return entries.map(({ day, start_minute, end_minute }) => withDayName({ day, start_minute, end_minute }))
}

export function toSettings(value: unknown): AccountBasic['settings'] {
  if (typeof value !== 'object' || value === null) return null
  const settings = value as Partial<NonNullable<AccountBasic['settings']>>
  return {
    disable_automated_reply_emails: settings.disable_automated_reply_emails ?? null,
    conversation_reminders_enabled: settings.conversation_reminders_enabled ?? null,
    conversation_reminder_hours_interval: settings.conversation_reminder_hours_interval ?? null,
    max_num_conversation_reminders: settings.max_num_conversation_reminders ?? null,
  }
}
