import type { Message } from '@papercups/contract'
import { parseInstant, startOfDay } from '../../../lib/format.js'
import { emailOf } from '../../../entities/message/email-of.js'
import type { Outgoing } from '../../../entities/message/outbox.js'

/** A stored message, or one that is still being sent. */
export type Item =
  | { key: string; at: string; author: string; message: Message; outgoing?: undefined }
  | { key: string; at: string; author: string; message?: undefined; outgoing: Outgoing }

/** An item with its position in the thread. */
export interface Row {
  item: Item
  /** The first of its day. The date is shown above it. */
  opensDay: boolean
  /** The first of one person within a minute. It shows the name and the time. */
  opensGroup: boolean
  /** The first of its conversation. Earlier conversations of the customer may be above. */
  opensConversation: boolean
  /** The subject of its email, if it is another one than before. */
  subject: string | null
}

export function toItems(messages: readonly Message[], outgoing: readonly Outgoing[]): Item[] {
  return [
    ...messages.map((message) => ({
      // The unsent copy and the stored message have the same key, so React does not flicker.
      key: message.client_message_id ?? message.id,
      at: message.created_at,
      author: authorKey(message),
      message,
    })),
    ...outgoing.map((entry) => ({
      key: entry.client_message_id,
      at: entry.sent_at,
      author: `user:${entry.user_id}:${entry.private ? 'note' : 'reply'}`,
      outgoing: entry,
    })),
  ]
}

export function toRows(items: readonly Item[]): Row[] {
  let day = NaN
  let minute = NaN
  let author: string | undefined
  let conversation: string | undefined
  let topic: string | undefined
  return items.map((item) => {
    const moment = parseInstant(item.at).getTime()
    const { conversation_id } = item.message ?? item.outgoing
    const opensDay = startOfDay(moment) !== day
    const opensConversation = conversation_id !== conversation
    const sameMinute = Math.floor(moment / 60_000) === minute
    const opensGroup = opensDay || opensConversation || !sameMinute || item.author !== author

    day = startOfDay(moment)
    minute = Math.floor(moment / 60_000)
    author = item.author
    conversation = conversation_id
    if (opensConversation) topic = undefined
    const { subject } = emailOf(item.message)
    const opensTopic = subject !== null && topicOf(subject) !== topic
    if (subject !== null) topic = topicOf(subject)
    return { item, opensDay, opensGroup, opensConversation, subject: opensTopic ? subject : null }
  })
}

/** Without "Re:" and "Fwd:". */
const topicOf = (subject: string) => subject.replace(/^(?:(?:re|fwd?|aw|wg|sv|antw|tr|rv|res|enc)\s*:\s*)+/i, '').trim()

function authorKey({ type, user_id, customer_id, private: note }: Message) {
  if (type === 'bot') return 'bot'
  return customer_id ? `customer:${customer_id}` : `user:${user_id}:${note ? 'note' : 'reply'}`
}
