import { ServiceError } from '../../features/channels/chat-services/chat-service.js'
import { findConnection, openConnection } from '../../features/channels/chat-services/connections.js'
import type { Account } from '../../platform/account.js'
import type { Platform } from '../../platform/platform.js'
import { postToSlack } from './slack-api.js'

interface Notice {
  text: string
  type?: 'reply' | 'support'
  channel?: string | null
}

/** Slack's answer, or null if nothing was posted: clients of the original expect no error. */
export async function notify(platform: Platform, account: Account, { text, type: kind = 'reply', channel }: Notice) {
  const row = await findConnection(account, 'slack', { kind })
  const connection = row && openConnection(platform, account, row)
  if (!connection || row.revoked_at) return null
  const token = connection.secrets.access_token ?? ''
  const values = { channel: channel?.trim() || connection.channel_id, text }
  try {
    return await postToSlack<Record<string, unknown>>(platform, token, 'chat.postMessage', values)
  } catch (error) {
    if (error instanceof ServiceError) return null
    throw error
  }
}
