import { DELETED, type ChatService, type ServiceContext } from '../../features/channels/chat-services/chat-service.js'
import { composeParent, composePosts, type SlackPost } from './compose.js'
import { postToSlack, readPages } from './slack-api.js'
import { takeSlackEvent } from './take-slack-event.js'

const MARK = 'papercups_message'

interface Posted {
  ts: string
  metadata?: { event_type?: string; event_payload?: { delivery_id?: string; part?: number } }
}

const tokenOf = ({ connection }: ServiceContext) => connection.secrets.access_token ?? ''

export const slackService: ChatService<SlackPost> = {
  id: 'slack',
  name: 'Slack',
  compose: composePosts,

  async send(context, post, { delivery_id, part, channel_id, thread_id }) {
    const { ts } = await postToSlack<{ ts: string }>(context.platform, tokenOf(context), 'chat.postMessage', {
      channel: channel_id,
      ...post,
      ...(thread_id ? { thread_ts: thread_id } : { unfurl_links: false, unfurl_media: false }),
      metadata: { event_type: MARK, event_payload: { delivery_id, part } },
    })
    return ts
  },

  /** Our posts carry the id of their delivery. */
  async findSent(context, { delivery_id, channel_id, thread_id, message }) {
    const isOurs = ({ metadata }: Posted) =>
      metadata?.event_type === MARK && metadata.event_payload?.delivery_id === delivery_id
    const partOf = ({ metadata }: Posted) => metadata?.event_payload?.part ?? 0
    const read = async (method: string, values: object) => {
      const query = { channel: channel_id, include_all_metadata: true, limit: 999, ...values }
      const ours: Posted[] = []
      for await (const page of readPages<{ messages?: Posted[] }>(context.platform, tokenOf(context), method, query))
        ours.push(...(page.messages ?? []).filter(isOurs))
      return ours.toSorted((a, b) => partOf(a) - partOf(b)).map(({ ts }) => ts)
    }
    // It was sent after the message was written; a minute is for clocks that differ.
    const oldest = Date.parse(message.created_at + 'Z') / 1_000 - 60
    if (thread_id) return read('conversations.replies', { ts: thread_id, oldest })
    const [parent] = await read('conversations.history', { oldest })
    if (!parent) return []
    return [parent, ...(await read('conversations.replies', { ts: parent })).filter((ts) => ts !== parent)]
  },

  async edit(context, outgoing, post_ids) {
    const is_parent = post_ids[0] === outgoing.thread_id
    const posts = composePosts(context, is_parent ? { ...outgoing, thread_id: undefined } : outgoing)
    for (const [place, ts] of post_ids.entries()) {
      const { text, blocks } = posts[place] ?? { text: '_(removed)_' }
      const rest = place === post_ids.length - 1 ? posts.slice(place + 1).map((post) => post.text) : []
      await postToSlack(context.platform, tokenOf(context), 'chat.update', {
        channel: outgoing.channel_id,
        ts,
        text: [text, ...rest].join('\n\n'),
        blocks: blocks ?? [],
      })
    }
  },

  remove(context, { post_id: ts, channel_id: channel, thread_id }) {
    const call = (method: string, more: object) =>
      postToSlack(context.platform, tokenOf(context), method, { channel, ts, ...more })
    return ts === thread_id ? call('chat.update', { text: `_${DELETED}_`, blocks: [] }) : call('chat.delete', {})
  },

  async showState(context, thread) {
    const { text, blocks } = composeParent(context, thread)
    const values = { channel: thread.channel_id, ts: thread.thread_id, text, blocks }
    await postToSlack(context.platform, tokenOf(context), 'chat.update', values)
  },

  take: takeSlackEvent,
}
