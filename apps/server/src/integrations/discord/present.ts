import type { DiscordAuthorization } from '@papercups/contract'
import type { ConnectionRow } from '../../features/channels/chat-services/connections.js'
import { DOTS } from '../../features/channels/chat-services/token-dots.js'
import { toTimestamp } from '../../platform/wire-time.js'

export const toDiscordAuthorization = (row: ConnectionRow): DiscordAuthorization => ({
  id: row.id,
  object: 'discord_authorization',
  account_id: row.account_id,
  inbox_id: row.inbox_id,
  bot_token: DOTS,
  channel: row.channel_name,
  channel_id: row.channel_id,
  guild_name: row.team_name,
  guild_id: row.team_id,
  created_at: toTimestamp(row.created_at),
  updated_at: toTimestamp(row.updated_at),
})
