import type { Account } from '../../../platform/account.js'
import type { Outgoing } from './chat-service.js'

export interface ThreadKey {
  service: string
  channel_id: string
  thread_id: string
}

export function findThread(account: Account, { service, channel_id, thread_id }: ThreadKey) {
  const threads = account.from('service_threads').selectAll().where('service', '=', service)
  return threads.where('channel_id', '=', channel_id).where('thread_id', '=', thread_id).executeTakeFirst()
}

export function findThreadIn(account: Account, service: string, conversation_id: string, channel_id: string) {
  const threads = account.from('service_threads').selectAll().where('service', '=', service)
  return threads.where('conversation_id', '=', conversation_id).where('channel_id', '=', channel_id).executeTakeFirst()
}

/** Oldest first. */
export function listThreads(account: Account, service: string, conversation_id: string) {
  const threads = account.from('service_threads').selectAll().where('service', '=', service)
  return threads.where('conversation_id', '=', conversation_id).orderBy('created_at').orderBy('id').execute()
}

/** The conversation's message that a post shows, or from which the message was made. */
export async function findMessageOfPost(account: Account, service: string, channel_id: string, post_id: string) {
  const posts = account.from('service_posts').select('message_id').where('service', '=', service)
  const post = posts.where('channel_id', '=', channel_id).where('post_id', '=', post_id)
  return (await post.executeTakeFirst())?.message_id
}

/** In the order in which they were sent. */
export async function listPosts(account: Account, service: string, channel_id: string, message_id: string) {
  const posts = account.from('service_posts').select('post_id').where('service', '=', service)
  const rows = posts.where('channel_id', '=', channel_id).where('message_id', '=', message_id).orderBy('position')
  return (await rows.execute()).map(({ post_id }) => post_id)
}

/** The statement `plan-states` writes the same text. */
export const stateOf = ({ status, assignee_id, first_replied_at }: Outgoing['conversation']) =>
  `${status}|${assignee_id ?? ''}|${first_replied_at ? 't' : 'f'}`
