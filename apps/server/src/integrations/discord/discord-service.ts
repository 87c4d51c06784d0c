import {
  DELETED,
  ServiceError,
  type ChatService,
  type ServiceContext,
} from '../../features/channels/chat-services/chat-service.js'
import { composeFirst, composePosts, markOf, type DiscordPost } from './compose.js'
import { accountOf, callDiscord, DiscordError, idAt, readMessages } from './discord-api.js'
import { pollThreads } from './poll-threads.js'
import { takePost } from './take-post.js'

/** Nobody is notified, and links show no preview. */
const QUIET = { allowed_mentions: { parse: [] }, flags: 4 }
/** A week without a message. The next one opens the thread again. */
const ARCHIVED_AFTER_MINUTES = 10_080
const HAS_THREAD = 160_004
/** Discord takes 25 characters. */
const MAX_NONCE = 25

export const discordService: ChatService<DiscordPost> = {
  id: 'discord',
  name: 'Discord',
  compose: composePosts,

  async send(context, { content, thread_name }, { delivery_id, part, channel_id, thread_id }) {
    const { id } = await callDiscord<{ id: string }>(
      accountOf(context),
      'POST',
      `channels/${thread_id ?? channel_id}/messages`,
      // For some minutes Discord itself takes a repeated nonce once.
      {
        content,
        ...QUIET,
        nonce: `${part}.${delivery_id.replaceAll('-', '')}`.slice(0, MAX_NONCE),
        enforce_nonce: true,
      },
    )
    if (thread_name !== undefined)
      await startThread(context, channel_id, id, thread_name).catch((error: unknown) => {
        if (error instanceof ServiceError) error.is_partly_sent = true
        throw error
      })
    return id
  },

  async findSent(context, outgoing) {
    const { delivery_id, channel_id, thread_id, message } = outgoing
    // It was sent after the message was written; a minute is for clocks that differ.
    const after = idAt(new Date(Date.parse(`${message.created_at}Z`) - 60_000))
    const ours = async (place: string) =>
      (await readMessages(accountOf(context), place, after))
        .filter(({ author, content }) => author.bot && content.includes(markOf(delivery_id)))
        .map(({ id }) => id)
    if (thread_id) return ours(thread_id)
    const [first] = await ours(channel_id)
    if (!first) return []
    await startThread(context, channel_id, first, composePosts(context, outgoing)[0]?.thread_name ?? '')
    return [first, ...(await ours(first))]
  },

  async edit(context, outgoing, post_ids) {
    const { thread_id, channel_id } = outgoing
    const posts = composePosts(context, post_ids[0] === thread_id ? { ...outgoing, thread_id: undefined } : outgoing)
    for (const [place, post_id] of post_ids.entries()) {
      const content = posts[place]?.content ?? '*(removed)*'
      await changeText(context, post_id === thread_id ? channel_id : (thread_id ?? channel_id), post_id, content)
    }
  },

  remove: (context, { post_id, channel_id, thread_id }) =>
    post_id === thread_id
      ? changeText(context, channel_id, post_id, `*${DELETED}*`)
      : callDiscord(accountOf(context), 'DELETE', `channels/${thread_id ?? channel_id}/messages/${post_id}`),

  async showState(context, thread) {
    await changeText(context, thread.channel_id, thread.thread_id, composeFirst(context, thread))
  },

  take: takePost,
  poll: { everySeconds: ({ config }) => config.discord_poll_seconds, read: pollThreads },
}

/** The thread gets the id of the message that starts it. */
async function startThread(context: ServiceContext, channel_id: string, message_id: string, name: string) {
  const path = `channels/${channel_id}/messages/${message_id}/threads`
  try {
    await callDiscord(accountOf(context), 'POST', path, { name, auto_archive_duration: ARCHIVED_AFTER_MINUTES })
  } catch (error) {
    if (!(error instanceof DiscordError && error.code === HAS_THREAD)) throw error
  }
}

const changeText = (context: ServiceContext, place: string, post_id: string, content: string) =>
  callDiscord(accountOf(context), 'PATCH', `channels/${place}/messages/${post_id}`, { content, ...QUIET })
