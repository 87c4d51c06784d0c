import type { ServiceContext } from '../../features/channels/chat-services/chat-service.js'
import { findConnection, openConnection } from '../../features/channels/chat-services/connections.js'
import { findThread } from '../../features/channels/chat-services/threads.js'
import type { Account } from '../../platform/account.js'
import type { Platform } from '../../platform/platform.js'
import type { SlackMessage, StoredEvent } from './slack-event.js'
import { threadOf } from './slack-event.js'
import { takeAction } from './take-action.js'
import { takeReply } from './take-reply.js'

/** Handles one stored event of Slack for one account. */
export async function takeSlackEvent(account: Account, platform: Platform, body: Record<string, unknown>) {
  const { event } = body as unknown as StoredEvent
  if (event.type === 'block_actions') return takeAction(account, platform, event)
  if (event.type === 'message') return takeSlackMessage(account, platform, event)
}

async function takeSlackMessage(account: Account, platform: Platform, event: SlackMessage) {
  const thread = await findThread(account, { service: 'slack', channel_id: event.channel, thread_id: threadOf(event) })
  const context = await findContext(account, platform, event.channel)
  if (thread && context) await takeReply(context, thread.conversation_id, event)
}

/** The connection whose team reads this channel. */
async function findContext(
  account: Account,
  platform: Platform,
  channel_id: string,
): Promise<ServiceContext | undefined> {
  const row = await findConnection(account, 'slack', { kind: 'reply', channel_id })
  const connection = row && openConnection(platform, account, row)
  return connection && { platform, account, connection }
}
