import type { ServiceContext } from '../../features/channels/chat-services/chat-service.js'
import { findConnection, openConnection } from '../../features/channels/chat-services/connections.js'
import { findThread } from '../../features/channels/chat-services/threads.js'
import type { Account } from '../../platform/account.js'
import type { Platform } from '../../platform/platform.js'
import { threadOf, type SlackMessage, type SlackReaction, type StoredEvent } from './slack-event.js'
import { findSupport, takeJoin } from './sync-channels.js'
import { syncNewMessage, syncReply, syncTagged, syncWholeThread } from './sync-messages.js'
import { takeAction } from './take-action.js'
import { takeReply } from './take-reply.js'
import { takeRevocation } from './take-revocation.js'

const JOINS = new Set(['channel_join', 'group_join'])
const WRITTEN = new Set([undefined, 'file_share', 'thread_broadcast', 'me_message'])
const CHANGES = new Set(['message_changed', 'message_deleted'])

/** Handles one stored event of Slack for one account. */
export async function takeSlackEvent(account: Account, platform: Platform, body: Record<string, unknown>) {
  const { event, team_id } = body as unknown as StoredEvent
  if (event.type === 'block_actions') return takeAction(account, platform, event)
  if (event.type === 'reaction_added') return takeReaction(account, platform, event, team_id)
  if (event.type === 'app_uninstalled' || event.type === 'tokens_revoked')
    return takeRevocation(account, event, team_id)
  if (event.type === 'message') return takeSlackMessage(account, platform, event, team_id)
}

async function takeSlackMessage(account: Account, platform: Platform, event: SlackMessage, team_id: string | null) {
  const { channel, subtype } = event
  if (subtype && JOINS.has(subtype)) return takeJoin(account, platform, event)
  if (!WRITTEN.has(subtype) && !CHANGES.has(subtype ?? '')) return
  const thread = await findThread(account, { service: 'slack', channel_id: channel, thread_id: threadOf(event) })
  const reply = await findReplyContext(account, platform, channel)
  if (reply) return thread ? takeReply(reply, thread.conversation_id, event) : undefined
  const support = WRITTEN.has(subtype) ? await findSupport(account, platform, channel, team_id) : undefined
  if (!support) return
  if (thread) return syncReply(support, thread.conversation_id, event)
  return event.thread_ts ? syncWholeThread(support, event) : syncNewMessage(support, event)
}

async function takeReaction(account: Account, platform: Platform, event: SlackReaction, team_id: string | null) {
  const { channel: channel_id, ts: thread_id } = event.item
  if (await findThread(account, { service: 'slack', channel_id, thread_id })) return
  const support = await findSupport(account, platform, channel_id, team_id)
  if (support) await syncTagged(support, event)
}

/** The connection whose team reads this channel. */
async function findReplyContext(
  account: Account,
  platform: Platform,
  channel_id: string,
): Promise<ServiceContext | undefined> {
  const row = await findConnection(account, 'slack', { kind: 'reply', channel_id })
  const connection = row && openConnection(platform, account, row)
  return connection && { platform, account, connection }
}
