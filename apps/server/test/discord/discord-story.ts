import { expect, onTestFinished, vi } from 'vitest'
import { startTestServer, type TestServer } from '../server.js'
import { story } from '../story.js'
import { startDiscord, TOKEN, type DiscordPosted, type DiscordStandIn } from './stand-in.js'

export const soon = { timeout: 30_000, interval: 50 }

/** One Discord and one server for a test file: each story has a channel of its own. */
export async function startDiscordServer() {
  const discord = await startDiscord()
  const server = await startTestServer({ env: { DISCORD_URL: discord.url, DISCORD_POLL_SECONDS: '1' } })
  return { discord, server }
}

/** A company whose primary inbox is mirrored to a channel of its own. */
export async function discordStory({ discord, server }: { discord: DiscordStandIn; server: TestServer }) {
  const cast = await story(server)
  const channel_id = discord.newId()
  discord.channels.push({ id: channel_id, name: 'support', type: 0 })
  const authorization = { bot_token: TOKEN, channel_id }
  const connect = (changes: object = {}) =>
    cast.ada.data('POST', '/api/discord/auth', { authorization: { ...authorization, ...changes } })
  const { id } = await connect()
  onTestFinished(() => {
    discord.setToken(TOKEN)
    discord.setFlags()
  })
  const mirrored = () => discord.messages.filter((message) => message.channel_id === channel_id && message.author.bot)
  /** The first post, when its thread is there. */
  const first = () =>
    vi.waitFor(() => {
      const [root] = mirrored()
      return root && discord.threads.has(root.id) ? root : expect.fail('there is no thread yet')
    }, soon)
  const inThread = () =>
    discord.messages.filter((message) => message.channel_id === mirrored()[0]?.id && message.author.bot)
  return {
    ...cast,
    id,
    discord,
    server,
    channel_id,
    authorization,
    connect,
    /** The posts in the channel: each starts a thread. */
    mirrored,
    first,
    /** Our posts in the thread. */
    inThread,
    /** The words of our posts in the thread, without the line of the writer. */
    words: () => inThread().map(({ content }) => content.split('\n').slice(1).join('\n')),
    /** Somebody writes in the thread. */
    async writes(content: string, more: Partial<DiscordPosted> = {}) {
      const author = { id: '1', username: 'somebody', global_name: null }
      return discord.add({ channel_id: (await first()).id, content, author, ...more })
    },
  }
}
