import type { DiscordAccess, NewDiscordAuthorization } from '@papercups/contract'
import { explainErrors } from '../../features/channels/chat-services/call-service.js'
import { getConnection, openConnection, saveConnection } from '../../features/channels/chat-services/connections.js'
import { isGiven } from '../../features/channels/chat-services/token-dots.js'
import { getInbox } from '../../features/account/inboxes/queries.js'
import type { Account } from '../../platform/account.js'
import { invalid } from '../../platform/errors.js'
import type { Platform } from '../../platform/platform.js'
import { readBot } from './bot.js'
import type { DiscordAccount } from './discord-api.js'

const BLANK = ["can't be blank"]

/** Connects an inbox, or changes a connection. Discord is asked whether the bot can do its work in the channel. */
export async function saveDiscord(
  platform: Platform,
  account: Account,
  user_id: number,
  given: NewDiscordAuthorization,
) {
  const before = given.id ? await getConnection(account, 'discord', given.id) : undefined
  const inbox_id = before ? before.inbox_id : (given.inbox_id ?? null)
  if (inbox_id) await getInbox(account, inbox_id)
  const channel_id = given.channel_id?.trim() || before?.channel_id
  if (!channel_id) throw invalid({ channel_id: BLANK })
  const access = await readAccess(platform, account, { ...given, authorization_id: given.id })
  const bot = await explainErrors('Discord', readBot(access))
  if (!bot.can_read_messages) throw invalid({ bot_token: ['needs the Message Content Intent'] }, NO_INTENT)
  const channel = bot.channels.find(({ id }) => id === channel_id)
  if (!channel) throw invalid({ channel_id: ['is not a text channel of a server of this bot'] })
  return saveConnection(platform, account, {
    service: 'discord',
    kind: 'reply',
    inbox_id,
    team_id: channel.guild_id,
    team_name: channel.guild_name,
    channel_id,
    channel_name: channel.name,
    bot_user_id: null,
    details: {},
    secrets: { bot_token: access.token },
    connected_by: user_id,
  })
}

const NO_INTENT =
  'The bot cannot read answers. Turn on its Message Content Intent in the developer portal of Discord, on the page Bot.'

/** How to call Discord with the given token, or with the stored one of a connection. */
export async function readAccess(platform: Platform, account: Account, given: DiscordAccess): Promise<DiscordAccount> {
  const { authorization_id, bot_token } = given
  const row = authorization_id ? await getConnection(account, 'discord', authorization_id) : undefined
  const token = isGiven(bot_token) ? bot_token.trim() : row && openConnection(platform, account, row)?.secrets.bot_token
  if (!token) throw invalid({ bot_token: BLANK })
  // It becomes a header.
  if (!/^[\x21-\x7E]+$/.test(token)) throw invalid({ bot_token: ['is no token of Discord'] })
  return { platform, token }
}
