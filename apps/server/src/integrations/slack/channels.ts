import { ServiceError } from '../../features/channels/chat-services/chat-service.js'
import { deleteConnection, getConnection, openConnection } from '../../features/channels/chat-services/connections.js'
import { isTeamConnected } from '../../features/channels/chat-services/unscoped.js'
import type { Account } from '../../platform/account.js'
import { HttpError } from '../../platform/errors.js'
import type { Platform } from '../../platform/platform.js'
import { postToSlack, readPages } from './slack-api.js'

interface Page {
  channels?: Array<{ id?: string; name?: string }>
}

/** The channels that the app sees. */
export async function listChannels(platform: Platform, account: Account, id: string) {
  const connection = openConnection(platform, account, await getConnection(account, 'slack', id))
  const token = connection?.secrets.access_token ?? ''
  const channels: Array<{ id: string; name: string }> = []
  const query = { types: 'public_channel,private_channel', exclude_archived: true, limit: 200 }
  try {
    for await (const page of readPages<Page>(platform, token, 'conversations.list', query))
      for (const { id = '', name = '' } of page.channels ?? []) channels.push({ id, name })
  } catch (error) {
    throw error instanceof ServiceError ? new HttpError(422, `Slack error: ${error.message}`) : error
  }
  return channels
}

/** Also gives the token back, unless another connection uses the same workspace: they share one token. */
export async function disconnect(platform: Platform, account: Account, id: string) {
  const row = await getConnection(account, 'slack', id)
  await deleteConnection(account, id)
  const token = openConnection(platform, account, row)?.secrets.access_token
  if (!token || (await isTeamConnected(platform, 'slack', row.team_id))) return
  await postToSlack(platform, token, 'auth.revoke', {}).catch((error: unknown) => {
    platform.log.warn({ err: error }, 'slack: the token could not be revoked')
  })
}
