import { findConversation } from '../../inbox/conversations/queries.js'
import { messagesWithAuthors, toMessages } from '../../inbox/messages/queries.js'
import { getCustomer } from '../../people/customers/queries.js'
import { unlessRefused } from './call-service.js'
import { ServiceError, type ChatService, type Outgoing, type ServiceContext } from './chat-service.js'
import type { SentNote, Waiting } from './connection-state.js'
import { findThreadIn, listPosts, stateOf } from './threads.js'

/** Sends the posts of a message that are not there yet. Returns where they are. */
export async function sendMessage<Post>(
  service: ChatService<Post>,
  context: ServiceContext,
  outgoing: Outgoing,
  { is_unsure }: Pick<Waiting, 'is_unsure'>,
): Promise<SentNote> {
  const { delivery_id, channel_id, thread_id } = outgoing
  const posts = service.compose(context, outgoing)
  const post_ids = is_unsure ? await service.findSent(context, outgoing) : []
  for (const post of posts.slice(post_ids.length)) {
    const place = { delivery_id, part: post_ids.length, channel_id, thread_id: thread_id ?? post_ids[0] }
    post_ids.push(await service.send(context, post, place).catch(noteParts(post_ids.length)))
  }
  const started = thread_id === undefined ? (post_ids[0] ?? null) : null
  return {
    id: delivery_id,
    channel_id,
    post_ids,
    within: thread_id,
    thread_id: started,
    state: stateOf(outgoing.conversation),
  }
}

/** The next attempt has to look for the parts that arrived. */
const noteParts = (sent: number) => (error: unknown) => {
  if (error instanceof ServiceError) error.is_partly_sent ||= sent > 0
  throw error
}

export async function sendEdit<Post>(service: ChatService<Post>, context: ServiceContext, outgoing: Outgoing) {
  if (!service.edit) return
  const post_ids = await listPosts(context.account, service.id, outgoing.channel_id, outgoing.message.id)
  if (post_ids.length > 0) await service.edit(context, outgoing, post_ids)
}

/** The message was deleted. A post that is gone, or that the service keeps, needs no more attempts. */
export async function sendRemoval<Post>(service: ChatService<Post>, context: ServiceContext, delivery: Waiting) {
  const { order_key: conversation_id, channel_id, post_ids } = delivery
  if (!post_ids) return
  const thread = await findThreadIn(context.account, service.id, conversation_id, channel_id)
  await removePosts(service, context, { channel_id, thread_id: thread?.thread_id }, post_ids)
  const posts = context.account.delete('service_posts').where('service', '=', service.id)
  await posts.where('channel_id', '=', channel_id).where('post_id', 'in', post_ids).execute()
}

export async function removePosts<Post>(
  service: ChatService<Post>,
  context: ServiceContext,
  place: { channel_id: string; thread_id: string | undefined },
  post_ids: string[],
) {
  for (const post_id of post_ids) await unlessRefused(Promise.resolve(service.remove?.(context, { ...place, post_id })))
}

export async function sendState<Post>(service: ChatService<Post>, context: ServiceContext, delivery: Waiting) {
  const { account } = context
  const { order_key: conversation_id, channel_id } = delivery
  const thread = await findThreadIn(account, service.id, conversation_id, channel_id)
  const conversation = await findConversation(account, conversation_id)
  if (!thread || !conversation || !service.showState) return
  const state = stateOf(conversation)
  if (thread.shown_state === state) return
  const [message] = await toMessages(account, await firstMessage(context, service.id, thread))
  if (!message) return
  const customer = await getCustomer(account, conversation.customer_id)
  await service.showState(context, { thread_id: thread.thread_id, channel_id, conversation, customer, message })
  await account.update('service_threads').set({ shown_state: state }).where('id', '=', thread.id).execute()
}

/** The message whose post started the thread. */
function firstMessage({ account }: ServiceContext, service: string, thread: { channel_id: string; thread_id: string }) {
  const posts = messagesWithAuthors(account).innerJoin('service_posts as post', (join) =>
    join.onRef('post.account_id', '=', 'messages.account_id').onRef('post.message_id', '=', 'messages.id'),
  )
  return posts
    .where('post.service', '=', service)
    .where('post.channel_id', '=', thread.channel_id)
    .where('post.post_id', '=', thread.thread_id)
    .execute()
}
