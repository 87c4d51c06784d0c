import { DELETED, type ChatService, type ServiceContext } from '../../features/channels/chat-services/chat-service.js'
import { composeFirst, composePosts } from './compose.js'
import { accountOf, callMattermost, MARK, type MattermostPost } from './mattermost-api.js'
import { takePost } from './take-post.js'

interface Posts {
  posts?: Record<string, MattermostPost>
}

const call = <T extends object>(
  { platform, connection }: ServiceContext,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  values?: object,
) => callMattermost<T>(platform, accountOf(connection), method, path, values)

const changeText = (context: ServiceContext, post_id: string, message: string) =>
  call(context, 'PUT', `posts/${encodeURIComponent(post_id)}/patch`, { message })

export const mattermostService: ChatService<string> = {
  id: 'mattermost',
  name: 'Mattermost',
  compose: composePosts,

  async send(context, message, { delivery_id, part, channel_id, thread_id }) {
    const { id } = await call<{ id: string }>(context, 'POST', 'posts', {
      channel_id,
      message,
      ...(thread_id && { root_id: thread_id }),
      props: { [MARK]: delivery_id, papercups_part: part },
    })
    return id
  },

  async findSent(context, { delivery_id, channel_id, thread_id, message }) {
    const read = async (path: string) => {
      const { posts = {} } = await call<Posts>(context, 'GET', path)
      return Object.values(posts)
        .filter(({ props }) => props?.[MARK] === delivery_id)
        .toSorted((a, b) => Number(a.props?.papercups_part) - Number(b.props?.papercups_part))
        .map(({ id }) => id)
    }
    if (thread_id) return read(`posts/${encodeURIComponent(thread_id)}/thread`)
    // It was sent after the message was written; a minute is for clocks that differ.
    const since = Date.parse(`${message.created_at}Z`) - 60_000
    return read(`channels/${encodeURIComponent(channel_id)}/posts?since=${since}`)
  },

  async edit(context, outgoing, post_ids) {
    const is_first = post_ids[0] === outgoing.thread_id
    const texts = composePosts(context, is_first ? { ...outgoing, thread_id: undefined } : outgoing)
    for (const [place, post_id] of post_ids.entries()) {
      const is_last = place === post_ids.length - 1
      const text = is_last ? texts.slice(place).join('\n\n') : texts[place]
      await changeText(context, post_id, text || '_(removed)_')
    }
  },

  remove: (context, { post_id, thread_id }) =>
    post_id === thread_id
      ? changeText(context, post_id, `_${DELETED}_`)
      : call(context, 'DELETE', `posts/${encodeURIComponent(post_id)}`),

  async showState(context, thread) {
    await changeText(context, thread.thread_id, composeFirst(context, thread))
  },

  take: takePost,
}
