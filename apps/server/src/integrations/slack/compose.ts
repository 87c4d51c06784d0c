import type { Message } from '@papercups/contract'
import type { Outgoing, ServiceContext, ThreadState } from '../../features/channels/chat-services/chat-service.js'
import { writerOf } from '../../features/channels/chat-services/people.js'
import { splitText } from '../../features/channels/chat-services/split-text.js'
import { link, plain, toMrkdwn } from './mrkdwn.js'

/** What `chat.postMessage` and `chat.update` take, without their place. */
export interface SlackPost {
  text: string
  blocks?: object[]
  username?: string
  icon_url?: string
  icon_emoji?: string
}

/** Slack allows 3,000 characters in a block. Escaping makes a text longer. */
const MAX_TEXT = 2_500
const MAX_FIELD = 1_900

export function composePosts(context: ServiceContext, outgoing: Outgoing): SlackPost[] {
  const texts = textsOf(outgoing.message)
  if (outgoing.thread_id !== undefined) return texts.map((text) => reply(context, outgoing.message, text))
  const [first = '', ...rest] = texts
  const invite = 'Reply in this thread to write to the customer.'
  const followers = context.connection.kind === 'reply' ? [{ text: invite }] : []
  return [
    composeParent(context, outgoing, first),
    ...rest.map((text) => reply(context, outgoing.message, text)),
    ...followers,
  ]
}

/** The first post of the thread, with the state of the conversation and a button. */
export function composeParent(
  context: ServiceContext,
  outgoing: Omit<ThreadState, 'thread_id'>,
  first?: string,
): SlackPost {
  const { message, conversation } = outgoing
  const url = `${context.platform.config.base_url}/conversations/all/${conversation.id}`
  const body = first ?? textsOf(message)[0] ?? ''
  const subject = conversation.source === 'email' && conversation.subject
  const text = [
    `${writerPrefix(message)}${subject ? `*${plain(subject)}*\n` : ''}${body}`,
    `Reply in the thread, or from the ${link(url, 'dashboard')}.`,
    'A message that starts with `;;` or `\\\\` is a private note.',
  ].join('\n\n')
  const is_closed = conversation.status === 'closed'
  const button = {
    type: 'button',
    text: { type: 'plain_text', text: is_closed ? 'Reopen conversation' : 'Mark as resolved' },
    value: conversation.id,
    action_id: is_closed ? 'open_conversation' : 'close_conversation',
    ...(!is_closed && { style: 'primary' }),
  }
  const fields = fieldsOf(outgoing).map(([label, value]) => ({
    type: 'mrkdwn',
    text: `*${label}:*\n${value.slice(0, MAX_FIELD)}`,
  }))
  const blocks = [
    { type: 'section', text: { type: 'mrkdwn', text } },
    { type: 'section', fields },
    { type: 'divider' },
    { type: 'actions', elements: [button] },
  ]
  return { text, blocks }
}

function reply({ connection, platform }: ServiceContext, message: Message, text: string): SlackPost {
  if (!String(connection.details.scope ?? '').includes('chat:write.customize'))
    return { text: `${writerPrefix(message)}${text}` }
  if (message.user_id === null) return { text, username: writerOf(message), icon_emoji: ':wave:' }
  const photo = message.user?.profile_photo_url
  const icon =
    photo && URL.canParse(photo, platform.config.base_url)
      ? { icon_url: new URL(photo, platform.config.base_url).href }
      : {}
  return { text, username: writerOf(message), ...icon }
}

const writerPrefix = (message: Message) =>
  `*${message.user_id === null ? ':wave:' : ':female-technologist:'} ${plain(writerOf(message))}*: `

/** A private note is marked, as agents mark theirs. */
function textsOf({ body, private: is_private, attachments }: Message): string[] {
  const parts = splitText(body ?? '', MAX_TEXT).map((part) => {
    const text = toMrkdwn(part)
    return is_private ? `\\\\ _${text}_` : text
  })
  const files = attachments.map(({ file_url, filename }) => `> ${link(file_url, plain(filename))}`)
  if (files.length === 0) return parts
  return [...parts.slice(0, -1), [parts.at(-1), files.join('\n')].filter(Boolean).join('\n\n')]
}

const SOURCES: Record<string, string> = {
  chat: ':speech_balloon: Chat',
  email: ':email: Email',
  slack: ':slack: Slack',
  sms: ':phone: SMS',
  api: ':robot_face: API',
  mattermost: 'Mattermost',
  discord: 'Discord',
  sandbox: 'Sandbox',
}

function fieldsOf({ message, conversation, customer }: Omit<ThreadState, 'thread_id'>): Array<[string, string]> {
  const shown = (value: string | null | undefined) => (value ? plain(value) : 'N/A')
  const { source } = message
  const device = [customer.os, customer.browser].filter(Boolean).join(' · ')
  return [
    ['Name', customer.name ? plain(customer.name) : 'Anonymous User'],
    ['Email', shown(customer.email)],
    ...(source === 'email' ? [] : [['Source', SOURCES[source] ?? 'N/A'] as [string, string]]),
    ...(source === 'chat'
      ? ([
          ['Last seen URL', shown(customer.current_url)],
          ['Device', shown(device)],
        ] as Array<[string, string]>)
      : []),
    ...(['chat', 'slack', 'mattermost', 'discord'].includes(source)
      ? [['Timezone', shown(customer.time_zone)] as [string, string]]
      : []),
    ['Status', statusOf(conversation)],
  ]
}

function statusOf({ status, closed_at, first_replied_at }: Outgoing['conversation']) {
  if (status === 'closed' || closed_at) return ':white_check_mark: Closed'
  return first_replied_at ? ':speech_balloon: In progress' : ':wave: Unhandled'
}
