import type { Message } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { createMessage, type Author, type MessageDraft } from '../../inbox/messages/create-message.js'
import { findMessageOfPost } from './threads.js'

export interface IncomingPost {
  service: string
  channel_id: string
  post_id: string
}

/** Stores a post as a message. A post that was taken or sent before is ignored. */
export async function takeMessage(
  account: Account,
  { service, channel_id, post_id }: IncomingPost,
  author: Author,
  draft: MessageDraft,
): Promise<Message | undefined> {
  if (await findMessageOfPost(account, service, channel_id, post_id)) return undefined
  return account.transaction(async (account) => {
    const message = await createMessage(account, author, draft)
    await account
      .insert('service_posts', {
        conversation_id: message.conversation_id,
        message_id: message.id,
        service,
        channel_id,
        post_id,
      })
      .execute()
    await account
      .update('connected_services')
      .set({ last_activity_at: new Date() })
      .where('service', '=', service)
      .where('channel_id', '=', channel_id)
      .execute()
    return message
  })
}
