import { unlessRefused } from '../../features/channels/chat-services/call-service.js'
import type { NewEvent, ServiceContext } from '../../features/channels/chat-services/chat-service.js'
import { accountOf, callDiscord, readMessages, type DiscordMessage } from './discord-api.js'
import type { StoredPost } from './take-post.js'

const WRITTEN = new Set([0, 19])

interface Thread {
  id: string
  parent_id?: string | null
  last_message_id?: string | null
}

/**
 * Discord sends what people write only over its gateway, a socket that has to stay open. So it is asked: one call lists the
 * open threads of the server with their last messages, and only threads with new ones are read.
 */
export async function pollThreads(context: ServiceContext, store: (event: NewEvent) => Promise<void>) {
  const { account, connection } = context
  const { team_id: guild_id, channel_id } = connection
  if (!guild_id || !channel_id) return
  const path = `guilds/${guild_id}/threads/active`
  const { threads = [] } = await callDiscord<{ threads?: Thread[] }>(accountOf(context), 'GET', path)
  const last = new Map(
    threads.flatMap(({ id, parent_id, last_message_id }) =>
      parent_id === channel_id && last_message_id ? [[id, last_message_id]] : [],
    ),
  )
  if (last.size === 0) return
  const known = account.from('service_threads').select(['id', 'thread_id', 'read_up_to'])
  const ours = known.where('service', '=', 'discord').where('channel_id', '=', channel_id)
  for (const thread of await ours.where('thread_id', 'in', [...last.keys()]).execute())
    if (thread.read_up_to !== last.get(thread.thread_id)) await readThread(context, channel_id, thread, store)
}

interface KnownThread {
  id: string
  thread_id: string
  read_up_to: string | null
}

/** What was read is noted after it is stored. After a crash some of it is stored again, and taken once. */
async function readThread(
  context: ServiceContext,
  channel_id: string,
  { id, thread_id, read_up_to }: KnownThread,
  store: (event: NewEvent) => Promise<void>,
) {
  const posts = await unlessRefused(readMessages(accountOf(context), thread_id, read_up_to ?? thread_id))
  for (const post of posts ?? []) {
    if (!isOfPerson(post)) continue
    const body: StoredPost = { channel_id, thread_id, post }
    await store({ event_id: post.id, order_key: thread_id, body })
  }
  const newest = posts?.at(-1)
  if (newest)
    await context.account.update('service_threads').set({ read_up_to: newest.id }).where('id', '=', id).execute()
}

/** Posts of bots, our own among them: taking them back would echo forever. */
const isOfPerson = ({ type, author, webhook_id }: DiscordMessage) => WRITTEN.has(type) && !author.bot && !webhook_id
