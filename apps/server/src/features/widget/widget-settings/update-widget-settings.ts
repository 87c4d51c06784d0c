import type { WidgetSettingsChanges } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { notFound } from '../../../platform/errors.js'
import { widgetSettingsOf } from './queries.js'

const TEXTS = [
  'title',
  'subtitle',
  'color',
  'greeting',
  'away_message',
  'new_message_placeholder',
  'email_input_placeholder',
  'new_messages_notification_text',
  'agent_available_text',
  'agent_unavailable_text',
  'custom_icon_url',
  'iframe_url_override',
  'base_url',
] as const

const CHOICES = [
  'show_agent_availability',
  'require_email_upfront',
  'is_open_by_default',
  'is_branding_hidden',
  'icon_variant',
] as const

/** Changes only the given fields, so that parallel edits do not undo each other. */
export async function updateWidgetSettings(account: Account, { inbox_id, ...changes }: WidgetSettingsChanges) {
  const settings = await widgetSettingsOf(account, inbox_id)
  if (!settings) throw notFound('Inbox')
  return account
    .update('widget_settings')
    .set({ ...written(changes), updated_at: new Date() })
    .where('id', '=', settings.id)
    .returningAll()
    .executeTakeFirstOrThrow(() => notFound('Inbox'))
}

/** Keeps trailing spaces: a page may save while somebody is still typing. */
function written(changes: WidgetSettingsChanges): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const name of TEXTS) {
    const text = changes[name]
    if (text !== undefined) values[name] = text?.trim() ? text : null
  }
  for (const name of CHOICES) if (changes[name] != null) values[name] = changes[name]
  return values
}
