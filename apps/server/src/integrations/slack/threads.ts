import type { SlackThread } from '@papercups/contract'
import { ServiceError, type Connection } from '../../features/channels/chat-services/chat-service.js'
import { listConnections, openConnection } from '../../features/channels/chat-services/connections.js'
import { listThreads } from '../../features/channels/chat-services/threads.js'
import { getConversation } from '../../features/inbox/conversations/queries.js'
import type { Account } from '../../platform/account.js'
import type { Platform } from '../../platform/platform.js'
import { toTimestamp } from '../../platform/wire-time.js'
import { readFromSlack } from './slack-api.js'

type Row = Awaited<ReturnType<typeof listThreads>>[number]

/** Where a conversation is in Slack. The links are asked from Slack once. */
export async function listSlackThreads(
  platform: Platform,
  account: Account,
  conversation_id: string,
): Promise<SlackThread[]> {
  await getConversation(account, conversation_id)
  const rows = await listThreads(account, 'slack', conversation_id)
  return Promise.all(
    rows.map(async (row) => toSlackThread(row.permalink ? row : await addLink(platform, account, row))),
  )
}

/** A link that cannot be had now is left out. */
async function addLink(platform: Platform, account: Account, row: Row): Promise<Row> {
  const connection = await tokenFor(platform, account, row.channel_id)
  if (!connection) return row
  const token = connection.secrets.access_token ?? ''
  const ask = async <T extends object>(method: string, values: object) => {
    try {
      return await readFromSlack<T>(platform, token, method, { channel: row.channel_id, ...values })
    } catch (error) {
      if (error instanceof ServiceError) return undefined
      throw error
    }
  }
  const permalink = (await ask<{ permalink?: string }>('chat.getPermalink', { message_ts: row.thread_id }))?.permalink
  const info = await ask<{ channel?: { name?: string } }>('conversations.info', {})
  const channel_name = info?.channel?.name ?? connection.channel_name?.replace(/^#/, '') ?? null
  if (!permalink || !URL.canParse(permalink)) return { ...row, channel_name }
  await account.update('service_threads').set({ permalink, channel_name }).where('id', '=', row.id).execute()
  return { ...row, permalink, channel_name }
}

async function tokenFor(platform: Platform, account: Account, channel_id: string): Promise<Connection | undefined> {
  const rows = await listConnections(account, 'slack')
  const row = rows.find((one) => one.channel_id === channel_id) ?? rows.find(({ kind }) => kind === 'support')
  return row && openConnection(platform, account, row)
}

const toSlackThread = (row: Row): SlackThread => ({
  id: row.id,
  object: 'slack_conversation_thread',
  account_id: row.account_id,
  conversation_id: row.conversation_id,
  created_at: toTimestamp(row.created_at),
  updated_at: toTimestamp(row.updated_at),
  slack_channel: row.channel_id,
  slack_thread_ts: row.thread_id,
  permalink: row.permalink,
  slack_channel_name: row.channel_name,
})
