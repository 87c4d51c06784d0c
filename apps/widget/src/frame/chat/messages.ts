import type { Unsent } from '@papercups/client-core'
import type { Conversation, File, Message } from '@papercups/contract'
import type { Texts } from '../texts/en.js'

/** A message to send. */
export interface Draft {
  body: string
  metadata?: Record<string, unknown>
  /** Finished uploads. */
  attachments?: File[]
  /**
   * The conversation in which it was written, even if another one is shown when it is sent. Empty: a new one. Undefined: the
   * visitor's current one, or their first.
   */
  conversation_id?: string
}

export type OutboxEntry = Unsent<Draft>

/** Whether the stored message has arrived. */
export const wasEchoed = ({ client_message_id }: OutboxEntry, messages: Message[]) =>
  messages.some((message) => message.client_message_id === client_message_id)

export interface WaitingMessage extends OutboxEntry {
  state: 'sending' | 'sent' | 'failed'
}

/** The visitor's messages whose stored copy has not arrived yet, acknowledged ones first. */
export function stillWaiting(entries: OutboxEntry[], acknowledged: Map<string, OutboxEntry>, messages: Message[]) {
  const waiting: WaitingMessage[] = []
  for (const [id, entry] of acknowledged) {
    if (wasEchoed(entry, messages)) acknowledged.delete(id)
    else waiting.push({ ...entry, state: 'sent' })
  }
  for (const entry of entries)
    if (!acknowledged.has(entry.client_message_id) && !wasEchoed(entry, messages))
      waiting.push({ ...entry, state: entry.refused ? 'failed' : 'sending' })
  return waiting
}

export const isOwn = (message: Message) => !!message.customer_id

export const isUnseenReply = (message: Message) => !!message.user_id && !message.customer_id && !message.seen_at

export const hasUnseen = ({ messages }: Conversation) => messages.some(isUnseenReply)

/** Prefers unseen replies, then the conversation of the earlier page. */
export const choose = (conversations: Conversation[], earlier: string) =>
  conversations.find(hasUnseen) ?? conversations.find(({ id }) => id === earlier) ?? conversations[0]

export const markSeen = (messages: Message[], seen_at: string) =>
  messages.map((message) => (isUnseenReply(message) ? { ...message, seen_at } : message))

/** The popup fits two short messages or one long one. */
export function popupTexts(messages: Message[]) {
  const texts = messages.flatMap(({ body }) => (body ? shorten(plain(body)) : []))
  const [older = '', newer = ''] = texts.slice(-2)
  return texts.length > 1 && older.length + newer.length > 100 ? [newer] : texts.slice(-2)
}

/** Plain text without Markdown syntax. */
export const plain = (text: string) =>
  text.replace(/^#{1,6} |!?\[([^\]]{1,300})\]\([^\s()]{1,2000}\)|(\*\*|`{1,3})(.{1,500}?)\2/gm, '$1$3')

const shorten = (text: string) => (text.length > 140 ? text.slice(0, 139).trimEnd() + '…' : text)

export function senderName({ user, type, metadata }: Message, company: string, { bot, agent }: Texts) {
  if (type === 'bot') return company || bot
  if (user) return user.display_name || user.full_name || user.email.split('@')[0] || agent
  // Imported messages keep the name of an author who is no user.
  return typeof metadata?.author_name === 'string' ? metadata.author_name : agent
}

export interface QuickReply {
  text: string
  action: string
}

/** Offered by the last message, until the visitor has written something after it. */
export function quickReplies(messages: Message[]): QuickReply[] {
  const last = messages.at(-1)
  if (!last || isOwn(last)) return []
  const offered: unknown = (last as { quick_replies?: unknown }).quick_replies ?? last.metadata?.quick_replies
  return Array.isArray(offered) ? offered.filter((reply) => reply?.text && reply?.action) : []
}
