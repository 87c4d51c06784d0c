import type { ServiceContext } from '../../features/channels/chat-services/chat-service.js'
import { callService } from '../../features/channels/chat-services/call-service.js'
import { findConnection, openConnection } from '../../features/channels/chat-services/connections.js'
import { readNote } from '../../features/channels/chat-services/note-mark.js'
import { chooseAgent } from '../../features/channels/chat-services/people.js'
import { findReplyRefusal } from '../../features/channels/chat-services/reply-plan.js'
import { takeFiles, type IncomingFile } from '../../features/channels/chat-services/take-files.js'
import { takeMessage } from '../../features/channels/chat-services/take-message.js'
import { findThread } from '../../features/channels/chat-services/threads.js'
import { getConversation } from '../../features/inbox/conversations/queries.js'
import type { Account } from '../../platform/account.js'
import { FILE_BYTES } from '../../platform/http/body-limits.js'
import type { Platform } from '../../platform/platform.js'
import { accountOf, callDiscord, type DiscordFile, type DiscordMessage } from './discord-api.js'

/** A message of a thread, as it was read. */
export interface StoredPost {
  channel_id: string
  thread_id: string
  post: DiscordMessage
}

const service = 'discord'

/** An agent wrote in the thread of a conversation. */
export async function takePost(account: Account, platform: Platform, body: Record<string, unknown>) {
  const { channel_id, thread_id, post } = body as unknown as StoredPost
  const row = await findConnection(account, service, { channel_id })
  const connection = row && openConnection(platform, account, row)
  const thread = await findThread(account, { service, channel_id, thread_id })
  if (!connection || !thread) return
  const place = { channel_id, thread_id, conversation_id: thread.conversation_id }
  await takeReply({ platform, account, connection }, place, post)
}

interface Place {
  channel_id: string
  thread_id: string
  conversation_id: string
}

async function takeReply(
  context: ServiceContext,
  { channel_id, thread_id, conversation_id }: Place,
  post: DiscordMessage,
) {
  const { account, platform } = context
  const conversation = await getConversation(account, conversation_id)
  // Discord shows no emails.
  const user_id = await chooseAgent(account, { names: namesOf(post.author) }, conversation)
  if (user_id === undefined) return
  const refusal = await findReplyRefusal(context)
  if (refusal) return callDiscord(accountOf(context), 'POST', `channels/${thread_id}/messages`, { content: refusal })
  const { text, is_note } = readNote(readText(post))
  const files = (post.attachments ?? []).map((file) => toFile(platform, file))
  const { file_ids, missing } = await takeFiles(context, files, { user_id, customer_id: null })
  const lines = [text.trim(), ...missing.map((name) => `(The file ${name} stayed in Discord.)`)]
  const body = lines.filter(Boolean).join('\n')
  if (!body && file_ids.length === 0) return
  await takeMessage(
    account,
    { service, channel_id, post_id: post.id },
    { user_id },
    {
      conversation_id,
      body,
      file_ids,
      source: service,
      sent_at: new Date(post.timestamp).toISOString(),
      ...(is_note && { type: 'note' as const, private: true }),
    },
  )
}

const namesOf = ({ username, global_name }: DiscordMessage['author']) => [
  username,
  ...(global_name ? [global_name] : []),
]

/** Mentions become names, and emoji of the server their codes. */
function readText({ content, mentions = [] }: DiscordMessage) {
  const names = new Map(mentions.map(({ id, username, global_name }) => [id, global_name || username]))
  return content
    .replace(/<@!?(\d+)>/g, (mention, id: string) => (names.has(id) ? `@${names.get(id)}` : mention))
    .replace(/<a?(:\w+:)\d+>/g, '$1')
}

/** Files are at signed URLs, which need no token. */
const toFile = (platform: Platform, { filename, size, url }: DiscordFile): IncomingFile => ({
  filename,
  async download() {
    if (size > FILE_BYTES) return undefined
    const response = await callService(platform, url, { max_bytes: FILE_BYTES })
    return response.status === 200 && !response.truncated ? response.body : undefined
  },
})
