import type { MattermostAuthorization } from '@papercups/contract'
import { openConnection, type ConnectionRow } from '../../features/channels/chat-services/connections.js'
import { DOTS } from '../../features/channels/chat-services/token-dots.js'
import type { Account } from '../../platform/account.js'
import type { Platform } from '../../platform/platform.js'
import { toTimestamp } from '../../platform/wire-time.js'
import { accountOf } from './mattermost-api.js'

export function toMattermostAuthorization(
  platform: Platform,
  account: Account,
  row: ConnectionRow,
): MattermostAuthorization {
  const connection = openConnection(platform, account, row)
  return {
    id: row.id,
    object: 'mattermost_authorization',
    account_id: row.account_id,
    inbox_id: row.inbox_id,
    mattermost_url: connection ? accountOf(connection).url : null,
    access_token: connection?.secrets.access_token ? DOTS : null,
    verification_token: connection?.secrets.verification_token ? DOTS : null,
    channel: row.channel_name,
    channel_id: row.channel_id,
    team_name: row.team_name,
    team_id: row.team_id,
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  }
}
