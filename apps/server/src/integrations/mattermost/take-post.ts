import type { ServiceContext } from '../../features/channels/chat-services/chat-service.js'
import { findConnection, openConnection } from '../../features/channels/chat-services/connections.js'
import { readNote } from '../../features/channels/chat-services/note-mark.js'
import { chooseAgent } from '../../features/channels/chat-services/people.js'
import { findReplyRefusal } from '../../features/channels/chat-services/reply-plan.js'
import { takeFiles } from '../../features/channels/chat-services/take-files.js'
import { takeMessage } from '../../features/channels/chat-services/take-message.js'
import { findThread } from '../../features/channels/chat-services/threads.js'
import { getConversation } from '../../features/inbox/conversations/queries.js'
import type { Account } from '../../platform/account.js'
import type { Platform } from '../../platform/platform.js'
import { fileOf } from './file.js'
import { accountOf, callMattermost, MARK, readIfShown, type MattermostPost } from './mattermost-api.js'

/** What the outgoing webhook said. The post itself is read from Mattermost. */
export interface StoredPost {
  channel_id: string
  post_id: string
}

const service = 'mattermost'

/** An agent wrote in the channel. Posts outside the thread of a conversation are ignored. */
export async function takePost(account: Account, platform: Platform, body: Record<string, unknown>) {
  const { channel_id, post_id } = body as unknown as StoredPost
  const row = await findConnection(account, service, { channel_id })
  const connection = row && openConnection(platform, account, row)
  if (!connection) return
  const path = `posts/${encodeURIComponent(post_id)}`
  const post = await readIfShown<MattermostPost>(platform, accountOf(connection), path)
  if (!post || post.id !== post_id || post.channel_id !== channel_id || !isOfPerson(post)) return
  const thread = post.root_id && (await findThread(account, { service, channel_id, thread_id: post.root_id }))
  if (thread) await takeReply({ platform, account, connection }, thread.conversation_id, post)
}

/** Posts of bots, our own among them: taking them back would echo forever. A token may also be that of a person. */
const isOfPerson = ({ type, props }: MattermostPost) =>
  !type && String(props?.from_bot) !== 'true' && String(props?.from_webhook) !== 'true' && props?.[MARK] === undefined

async function takeReply(context: ServiceContext, conversation_id: string, post: MattermostPost) {
  const { account, platform, connection } = context
  const conversation = await getConversation(account, conversation_id)
  const path = `users/${encodeURIComponent(post.user_id)}`
  const writer = await readIfShown<{ email?: string }>(platform, accountOf(connection), path)
  const user_id = await chooseAgent(account, { email: writer?.email }, conversation)
  if (user_id === undefined) return
  const refusal = await findReplyRefusal(context)
  if (refusal) {
    const { channel_id, root_id } = post
    const values = { channel_id, root_id, message: refusal, props: { [MARK]: 'refusal' } }
    return callMattermost(platform, accountOf(connection), 'POST', 'posts', values)
  }
  const { text, is_note } = readNote(post.message)
  const files = await Promise.all((post.file_ids ?? []).slice(0, 20).map((id) => fileOf(context, id)))
  const { file_ids, missing } = await takeFiles(context, files, { user_id, customer_id: null })
  const lines = [text.trim(), ...missing.map((name) => `(The file ${name} stayed in Mattermost.)`)]
  const body = lines.filter(Boolean).join('\n')
  if (!body && file_ids.length === 0) return
  await takeMessage(
    account,
    { service, channel_id: post.channel_id, post_id: post.id },
    { user_id },
    {
      conversation_id,
      body,
      file_ids,
      source: service,
      sent_at: new Date(post.create_at).toISOString(),
      ...(is_note && { type: 'note' as const, private: true }),
    },
  )
}
