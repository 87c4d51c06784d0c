import type { Message } from '@papercups/contract'
import type { Outgoing, ServiceContext, ThreadState } from '../../features/channels/chat-services/chat-service.js'
import { writerOf } from '../../features/channels/chat-services/people.js'
import { splitText } from '../../features/channels/chat-services/split-text.js'

/** Mattermost takes 16,383 characters in a post. */
const MAX_TEXT = 15_000

/** The texts of the posts that show a message. */
export function composePosts(context: ServiceContext, outgoing: Outgoing): string[] {
  const texts = textsOf(outgoing.message)
  if (outgoing.thread_id !== undefined) return texts
  return [composeFirst(context, outgoing), ...texts.slice(1)]
}

/** The first post of a thread, with the state of the conversation. */
export function composeFirst(
  { platform }: ServiceContext,
  { message, conversation }: Pick<ThreadState, 'message' | 'conversation'>,
): string {
  const url = `${platform.config.base_url}/conversations/all/${conversation.id}`
  const subject = conversation.source === 'email' && conversation.subject
  return [
    ...(subject ? [`**${plain(subject)}**`] : []),
    textsOf(message)[0] ?? '',
    `${statusOf(conversation)} · Reply in this thread to write to the customer, or use the [dashboard](${url}). A message that starts with \`;;\` is a private note.`,
  ].join('\n\n')
}

/** A private note is marked, as agents mark theirs. */
function textsOf(message: Message): string[] {
  const { body, private: is_private, attachments, user_id } = message
  const writer = `*${user_id === null ? ':wave:' : ':woman_technologist:'} ${plain(writerOf(message))}*: `
  const parts = splitText(withoutMentions(body ?? ''), MAX_TEXT).map((text) => (is_private ? `\\\\ _${text}_` : text))
  const files = attachments.map(({ file_url, filename }) => `> [${plain(filename)}](${file_url})`)
  const last = [parts.at(-1), files.join('\n')].filter(Boolean).join('\n\n')
  return [...parts.slice(0, -1), last].map((text) => writer + text)
}

/** Nothing in a mirrored text notifies the people of the channel or loads a picture from elsewhere. */
const withoutMentions = (text: string) => text.replace(/(?<![A-Za-z0-9])@(?=\w)/g, '@\u200B').replaceAll('![', '[')

/** For text that is not Markdown: names, subjects. */
const plain = (text: string) =>
  withoutMentions(text)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_~[\]<>#|]/g, '\\$&')

function statusOf({ status, first_replied_at }: Outgoing['conversation']) {
  if (status === 'closed') return ':white_check_mark: Closed'
  return first_replied_at ? ':speech_balloon: In progress' : ':wave: Unhandled'
}
