import type { Message } from '@papercups/contract'
import { drawEmojiCodes } from '@papercups/wire/emoji-codes'
import type { Outgoing, ServiceContext, ThreadState } from '../../features/channels/chat-services/chat-service.js'
import { writerOf } from '../../features/channels/chat-services/people.js'
import { splitText } from '../../features/channels/chat-services/split-text.js'

/** Discord takes 2,000 characters. The rest is for the writer, the link and the state. */
const MAX_TEXT = 1_400
const MAX_NAME = 100

export interface DiscordPost {
  content: string
  /** Of the thread that this post starts. */
  thread_name?: string
}

/** The link at each post holds the id of its delivery, so that `findSent` finds the post. */
export const markOf = (delivery_id: string) => `#${delivery_id}.`

export function composePosts(context: ServiceContext, outgoing: Outgoing): DiscordPost[] {
  const { message, thread_id, delivery_id } = outgoing
  const contents = textsOf(message).map((text, part) =>
    withWriter(context, outgoing, text, `${markOf(delivery_id)}${part}`),
  )
  if (thread_id !== undefined) return contents.map((content) => ({ content }))
  const [first = '', ...rest] = contents
  return [
    { content: withState(outgoing, first), thread_name: threadName(message) },
    ...rest.map((content) => ({ content })),
  ]
}

/** The first post of a thread, with the state of the conversation. */
export const composeFirst = (context: ServiceContext, thread: ThreadState): string =>
  withState(thread, withWriter(context, thread, textsOf(thread.message)[0] ?? ''))

function withWriter(
  { platform }: ServiceContext,
  { message, conversation }: Pick<Outgoing, 'message' | 'conversation'>,
  text: string,
  mark = '',
) {
  const writer = `**${message.user_id === null ? '👋' : '🧑‍💻'} ${plain(writerOf(message))}**`
  const url = `${platform.config.base_url}/conversations/all/${conversation.id}${mark}`
  return `${writer} · [open](<${url}>)\n${text}`
}

function withState({ conversation }: Pick<Outgoing, 'conversation'>, content: string) {
  const subject = conversation.source === 'email' && conversation.subject
  return [
    ...(subject ? [`**${plain(subject)}**`] : []),
    content,
    `-# ${statusOf(conversation)} · Reply in the thread to write to the customer. A message that starts with \`;;\` is a private note.`,
  ].join('\n')
}

/** A private note is marked, as agents mark theirs. */
function textsOf({ body, private: is_private, attachments }: Message): string[] {
  const texts = splitText(withoutPictures(drawEmojiCodes(body ?? '')), MAX_TEXT)
  for (const { file_url, filename } of attachments) {
    const file = `[${plain(filename)}](<${file_url}>)`
    const last = texts.at(-1) ?? ''
    if (last.length + file.length < MAX_TEXT) texts.splice(-1, 1, [last, file].filter(Boolean).join('\n'))
    else texts.push(file)
  }
  return is_private ? texts.map((text) => `;; ${text}`) : texts
}

/** Nothing in a mirrored text loads a picture from elsewhere. */
const withoutPictures = (text: string) => text.replaceAll('![', '[')

/** For text that is not Markdown: names, subjects. */
const plain = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_NAME)
    .replace(/[\\`*_~[\]<>#|]/g, '\\$&')

function threadName(message: Message) {
  const words = `${writerOf(message)}: ${drawEmojiCodes(message.body ?? '')}`.replace(/\s+/g, ' ').trim()
  return splitText(words, MAX_NAME)[0] ?? ''
}

function statusOf({ status, first_replied_at }: Outgoing['conversation']) {
  if (status === 'closed') return '✅ Closed'
  return first_replied_at ? '💬 In progress' : '👋 Unhandled'
}
