import type { DiscordBot } from '@papercups/contract'
import { callDiscord, type DiscordAccount } from './discord-api.js'

const MAX_GUILDS = 20
const TEXT_CHANNEL = 0
/** View channels, send messages, read their history, create public threads, and write in them. */
const PERMISSIONS = '309237713920'
/** The two flags of a bot that may read what others write, before and after Discord verified it. */
const READS_MESSAGES = (1 << 18) | (1 << 19)

interface Named {
  id: string
  name: string
}

/** What the bot can do, and the text channels of its servers. */
export async function readBot(access: DiscordAccount): Promise<DiscordBot> {
  const get = <T extends object>(path: string) => callDiscord<T>(access, 'GET', path)
  const application = await get<{ id: string; flags?: number }>('applications/@me')
  const channels: DiscordBot['channels'] = []
  for (const guild of (await get<Named[]>('users/@me/guilds')).slice(0, MAX_GUILDS)) {
    const found = await get<Array<Named & { type: number }>>(`guilds/${encodeURIComponent(guild.id)}/channels`)
    const text_channels = found.filter(({ type }) => type === TEXT_CHANNEL)
    channels.push(...text_channels.map(({ id, name }) => ({ id, name, guild_id: guild.id, guild_name: guild.name })))
  }
  const query = new URLSearchParams({ client_id: application.id, scope: 'bot', permissions: PERMISSIONS })
  return {
    invite_url: `${access.platform.config.discord_url}/oauth2/authorize?${query.toString()}`,
    can_read_messages: ((application.flags ?? 0) & READS_MESSAGES) !== 0,
    channels,
  }
}

export async function postTest(access: DiscordAccount, channel_id: string) {
  const content = 'Papercups can post to this channel. New conversations will appear here.'
  await callDiscord(access, 'POST', `channels/${encodeURIComponent(channel_id)}/messages`, { content })
}
