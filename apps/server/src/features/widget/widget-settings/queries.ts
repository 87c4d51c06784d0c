import type { WidgetSettings } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { toTimestamp } from '../../../platform/wire-time.js'
import { inboxIdOrPrimary } from '../../account/inboxes/queries.js'

/** One row per inbox, created with defaults on first use. */
export async function widgetSettingsOf(account: Account, inbox_id: string | null | undefined) {
  const inbox = await inboxIdOrPrimary(account, inbox_id)
  if (!inbox) return undefined
  const stored = () => account.from('widget_settings').selectAll().where('inbox_id', '=', inbox).executeTakeFirst()
  const found = await stored()
  if (found) return found
  await account
    .insert('widget_settings', { inbox_id: inbox })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return stored()
}

export function listWidgetSettings(account: Account) {
  return account.from('widget_settings').selectAll().orderBy('created_at').execute()
}

export type WidgetSettingsRow = Awaited<ReturnType<typeof listWidgetSettings>>[number]

export function toWidgetSettings(row: WidgetSettingsRow): WidgetSettings {
  return {
    id: row.id,
    object: 'widget_settings',
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
    title: row.title,
    subtitle: row.subtitle,
    // Deployed widgets draw a black button for null.
    color: row.color ?? '#1890ff',
    greeting: row.greeting,
    new_message_placeholder: row.new_message_placeholder,
    show_agent_availability: row.show_agent_availability,
    agent_available_text: row.agent_available_text,
    agent_unavailable_text: row.agent_unavailable_text,
    require_email_upfront: row.require_email_upfront,
    is_open_by_default: row.is_open_by_default,
    custom_icon_url: row.custom_icon_url,
    iframe_url_override: row.iframe_url_override,
    icon_variant: row.icon_variant,
    email_input_placeholder: row.email_input_placeholder,
    new_messages_notification_text: row.new_messages_notification_text,
    is_branding_hidden: row.is_branding_hidden,
    base_url: row.base_url,
    away_message: row.away_message,
    account_id: row.account_id,
    inbox_id: row.inbox_id,
  }
}
