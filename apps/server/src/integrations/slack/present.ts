import type { SlackAuthorization, SlackSettings } from '@papercups/contract'
import type { ConnectionRow } from '../../features/channels/chat-services/connections.js'
import { toTimestamp } from '../../platform/wire-time.js'

const DEFAULTS: SlackSettings = {
  sync_all_incoming_threads: true,
  sync_by_emoji_tagging: true,
  sync_trigger_emoji: 'eyes',
  forward_synced_messages_to_reply_channel: true,
}

export const settingsOf = (stored: unknown): SlackSettings => ({ ...DEFAULTS, ...(stored as Partial<SlackSettings>) })

export function toSlackAuthorization(row: ConnectionRow): SlackAuthorization {
  const details = row.details as { configuration_url?: string }
  return {
    id: row.id,
    object: 'slack_authorization',
    account_id: row.account_id,
    inbox_id: row.inbox_id,
    channel: row.channel_name,
    channel_id: row.channel_id,
    configuration_url: details.configuration_url ?? null,
    team_id: row.team_id,
    team_name: row.team_name,
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
    settings: settingsOf(row.settings),
  }
}
