import { ServiceError } from '../../features/channels/chat-services/chat-service.js'
import { deleteConnection, getConnection, openConnection } from '../../features/channels/chat-services/connections.js'
import { isTeamConnected } from '../../features/channels/chat-services/unscoped.js'
import type { Account } from '../../platform/account.js'
import { HttpError } from '../../platform/errors.js'
import type { Platform } from '../../platform/platform.js'
import { postToSlack, readFromSlack } from './slack-api.js'

/** Pages of 200 channels. */
const MAX_PAGES = 10

interface Page {
  channels?: Array<{ id?: string; name?: string }>
  response_metadata?: { next_cursor?: string }
}

/** The channels that the app sees. */
export async function listChannels(platform: Platform, account: Account, id: string) {
  const connection = openConnection(platform, account, await getConnection(account, 'slack', id))
  const token = connection?.secrets.access_token ?? ''
  const channels: Array<{ id: string; name: string }> = []
  let cursor = ''
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const query = {
      types: 'public_channel,private_channel',
      exclude_archived: true,
      limit: 200,
      ...(cursor && { cursor }),
    }
    const page = await readFromSlack<Page>(platform, token, 'conversations.list', query).catch((error: unknown) => {
      throw error instanceof ServiceError ? new HttpError(422, `Slack error: ${error.message}`) : error
    })
    for (const { id = '', name = '' } of page.channels ?? []) channels.push({ id, name })
    cursor = page.response_metadata?.next_cursor ?? ''
    if (!cursor) break
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
