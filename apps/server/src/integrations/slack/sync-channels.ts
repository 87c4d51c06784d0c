import type { ServiceContext } from '../../features/channels/chat-services/chat-service.js'
import { listConnections, openConnection } from '../../features/channels/chat-services/connections.js'
import { createCompany } from '../../features/people/companies/save-company.js'
import { listUsers } from '../../features/team/users/queries.js'
import type { Account } from '../../platform/account.js'
import type { Platform } from '../../platform/platform.js'
import { readFromSlack } from './slack-api.js'
import type { SlackMessage } from './slack-event.js'

/** The connection that takes messages of customers in this channel: its own channel, or the channel of a company. */
export async function findSupport(
  account: Account,
  platform: Platform,
  channel_id: string,
  team_id: string | null,
): Promise<ServiceContext | undefined> {
  const rows = await listConnections(account, 'slack', { kind: 'support' })
  const own = rows.find((row) => row.channel_id === channel_id)
  const of_team = rows.find((row) => row.team_id === team_id) ?? rows[0]
  const row = own ?? ((await findCompany(account, channel_id)) ? of_team : undefined)
  const connection = row && openConnection(platform, account, row)
  return connection && { platform, account, connection }
}

export function findCompany(account: Account, channel_id: string) {
  const companies = account.from('companies').select('id').where('slack_channel_id', '=', channel_id)
  return companies.orderBy('created_at').limit(1).executeTakeFirst()
}

interface SlackChannel {
  name?: string
  purpose?: { value?: string }
  topic?: { value?: string }
}

/** Our app was added to a channel: its customers are those of a company. */
export async function takeJoin(account: Account, platform: Platform, { user, channel }: SlackMessage) {
  const rows = await listConnections(account, 'slack', { kind: 'support' })
  const row = rows.find(({ bot_user_id, channel_id }) => bot_user_id === user && channel_id !== channel)
  const connection = row && openConnection(platform, account, row)
  if (!connection || (await findCompany(account, channel))) return
  const token = connection.secrets.access_token ?? ''
  const info = await readFromSlack<{ channel?: SlackChannel }>(platform, token, 'conversations.info', { channel })
  const { name = channel, purpose, topic } = info.channel ?? {}
  const [admin] = await listUsers(account, { role: 'admin' })
  if (!admin) return
  const company = {
    name: name.slice(0, 255),
    description: purpose?.value || topic?.value || null,
    slack_channel_id: channel,
    slack_channel_name: `#${name}`.slice(0, 255),
    slack_team_id: connection.team_id,
    slack_team_name: connection.team_name,
  }
  await createCompany(account, company, admin.id)
}
