import type { UserSettings, UserSettingsChanges } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'

/** Creates a row with the defaults on first use. */
export async function getUserSettings(account: Account, user_id: number): Promise<UserSettings> {
  const stored = () => account.from('user_settings').selectAll().where('user_id', '=', user_id)
  const found = await stored().executeTakeFirst()
  if (found) return toUserSettings(found)
  const row = account.insert('user_settings', { user_id })
  await row.onConflict((conflict) => conflict.doNothing()).execute()
  return toUserSettings(await stored().executeTakeFirstOrThrow())
}

/** Fields that are not given stay; null resets to the default. */
export async function saveUserSettings(account: Account, user_id: number, changes: UserSettingsChanges) {
  await getUserSettings(account, user_id)
  const {
    email_alert_on_new_message: message,
    email_alert_on_new_conversation: conversation,
    email_alert_on_mention: mention,
    email_weekly_summary: summary,
    ...rest
  } = changes
  const row = await account
    .update('user_settings')
    .set({
      ...(message !== undefined && { email_alert_on_new_message: message ?? false }),
      ...(conversation !== undefined && { email_alert_on_new_conversation: conversation ?? false }),
      ...(mention !== undefined && { email_alert_on_mention: mention ?? true }),
      ...(summary !== undefined && { email_weekly_summary: summary ?? false }),
      ...rest,
      updated_at: new Date(),
    })
    .where('user_id', '=', user_id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toUserSettings(row)
}

type Row = Omit<UserSettings, 'object'>

function toUserSettings(row: Row): UserSettings {
  return {
    id: row.id,
    object: 'user_settings',
    user_id: row.user_id,
    email_alert_on_new_message: row.email_alert_on_new_message,
    email_alert_on_new_conversation: row.email_alert_on_new_conversation,
    email_alert_on_mention: row.email_alert_on_mention,
    email_weekly_summary: row.email_weekly_summary,
    expo_push_token: row.expo_push_token,
  }
}
