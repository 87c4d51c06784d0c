import type { TwilioAuthorization } from '@papercups/contract'
import { openConnection, type ConnectionRow } from '../../features/channels/chat-services/connections.js'
import { DOTS } from '../../features/channels/chat-services/token-dots.js'
import type { Account } from '../../platform/account.js'
import type { Platform } from '../../platform/platform.js'
import { toTimestamp } from '../../platform/wire-time.js'

export const toTwilioAuthorization = (
  platform: Platform,
  account: Account,
  row: ConnectionRow,
): TwilioAuthorization => ({
  id: row.id,
  object: 'twilio_authorization',
  account_id: row.account_id,
  inbox_id: row.inbox_id,
  twilio_account_sid: row.team_id,
  twilio_auth_token: openConnection(platform, account, row)?.secrets.auth_token ? DOTS : null,
  from_phone_number: row.channel_id,
  created_at: toTimestamp(row.created_at),
  updated_at: toTimestamp(row.updated_at),
})
