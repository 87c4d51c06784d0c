import type { ServiceContext } from '../../features/channels/chat-services/chat-service.js'
import { readNote } from '../../features/channels/chat-services/note-mark.js'
import { chooseAgent } from '../../features/channels/chat-services/people.js'
import { findReplyRefusal } from '../../features/channels/chat-services/reply-plan.js'
import { takeMessage } from '../../features/channels/chat-services/take-message.js'
import { findMessageOfPost } from '../../features/channels/chat-services/threads.js'
import { getConversation } from '../../features/inbox/conversations/queries.js'
import { deleteMessage, updateMessage } from '../../features/inbox/messages/change-message.js'
import { getMessage } from '../../features/inbox/messages/queries.js'
import { findSlackUser, readText } from './people.js'
import { postToSlack } from './slack-api.js'
import { threadOf, timeOf, type SlackMessage } from './slack-event.js'
import { takeFiles } from './take-files.js'

/** An agent wrote, changed or deleted a post in the thread of a conversation. */
export async function takeReply(context: ServiceContext, conversation_id: string, event: SlackMessage) {
  const { channel } = event
  if (event.subtype === 'message_deleted') return takeDeletion(context, channel, event.deleted_ts)
  if (event.subtype === 'message_changed') return takeEdit(context, channel, event.message)
  const conversation = await getConversation(context.account, conversation_id)
  const writer = await findSlackUser(context, event.user)
  const user_id = await chooseAgent(context.account, { email: writer?.profile?.email }, conversation)
  if (user_id === undefined) return
  const refusal = await findReplyRefusal(context)
  if (refusal) return say(context, event, refusal)
  const { text, is_note } = readNote(event.text ?? '')
  const { file_ids, missing } = await takeFiles(context, event.files, { user_id, customer_id: null })
  const body = [(await readText(context, text)).trim(), ...missing.map((name) => `(The file ${name} stayed in Slack.)`)]
    .filter(Boolean)
    .join('\n')
  if (!body && file_ids.length === 0) return
  await takeMessage(
    context.account,
    { service: 'slack', channel_id: channel, post_id: event.ts },
    { user_id },
    {
      conversation_id,
      body,
      file_ids,
      source: 'slack',
      sent_at: timeOf(event.ts),
      ...(is_note && { type: 'note' as const, private: true }),
    },
  )
}

async function say({ platform, connection }: ServiceContext, event: SlackMessage, text: string) {
  const values = { channel: event.channel, thread_ts: threadOf(event), text }
  await postToSlack(platform, connection.secrets.access_token ?? '', 'chat.postMessage', values)
}

/** Only messages of users can be changed. Private stays private. */
async function takeEdit(context: ServiceContext, channel: string, changed: SlackMessage | undefined) {
  const found = changed && (await findOwn(context, channel, changed.ts))
  if (!found?.user_id) return
  const body = (await readText(context, readNote(changed?.text ?? '').text)).trim()
  if (!body || body === found.body) return
  const writer = { id: found.user_id, email: '', role: 'user' as const, session_id: null }
  await updateMessage(context.account, writer, found.id, { body })
}

async function takeDeletion(context: ServiceContext, channel: string, ts: string | undefined) {
  const found = ts === undefined ? undefined : await findOwn(context, channel, ts)
  if (found) await deleteMessage(context.account, found.id)
}

/** A message that was written in Slack. Posts of ours are not the agents' to change. */
async function findOwn({ account }: ServiceContext, channel: string, ts: string) {
  const message_id = await findMessageOfPost(account, 'slack', channel, ts)
  const message = message_id && (await getMessage(account, message_id))
  return message && message.source === 'slack' ? message : undefined
}
