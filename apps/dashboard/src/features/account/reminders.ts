import type { AccountDetails } from '@papercups/contract'

const DEFAULT_INTERVAL = 72
const DEFAULT_MAXIMUM = 3

type Settings = AccountDetails['settings']

/** As typed: a field may be empty. */
export interface Reminders {
  enabled: boolean
  hours_interval: string
  max_count: string
}

/** The limits of the server. */
export const MAX = { hours_interval: 8_760, max_count: 100 }

/** Other input is ignored. */
export const isWholeNumber = (typed: string) => /^\d{0,4}$/.test(typed)

/** The reason why a number cannot be saved. An empty field means the default. */
export function findProblem(typed: string, most: number) {
  if (typed === '') return null
  if (Number(typed) < 1) return 'At least 1'
  return Number(typed) > most ? `At most ${most}` : null
}

export const readReminders = ({ settings }: Pick<AccountDetails, 'settings'>): Reminders => ({
  enabled: settings?.conversation_reminders_enabled ?? false,
  hours_interval: String(settings?.conversation_reminder_hours_interval ?? DEFAULT_INTERVAL),
  max_count: String(settings?.max_num_conversation_reminders ?? DEFAULT_MAXIMUM),
})

/** The server replaces the whole object, so the settings that this section does not show are sent, too. */
export const toSettings = (settings: Settings, { enabled, hours_interval, max_count }: Reminders) => ({
  ...settings,
  disable_automated_reply_emails: settings?.disable_automated_reply_emails ?? null,
  conversation_reminders_enabled: enabled,
  conversation_reminder_hours_interval: Number(hours_interval || DEFAULT_INTERVAL),
  max_num_conversation_reminders: Number(max_count || DEFAULT_MAXIMUM),
})
