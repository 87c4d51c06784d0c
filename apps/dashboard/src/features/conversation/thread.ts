import type { Message } from '@papercups/contract'
import { parseInstant, startOfDay } from '../../lib/format.js'
import type { Outgoing } from './outbox.js'

/** One bubble: a stored message, or one that is still on its way. */
export type Item =
  | { key: string; at: string; author: string; message: Message; outgoing?: undefined }
  | { key: string; at: string; author: string; message?: undefined; outgoing: Outgoing }

/** What one person wrote within a minute. */
export interface Group {
  key: string
  author: string
  items: [Item, ...Item[]]
}

export interface Day {
  key: string
  at: string
  groups: Group[]
}

export function toItems(messages: readonly Message[], outgoing: readonly Outgoing[]): Item[] {
  return [
    ...messages.map((message) => ({
      // The optimistic copy and the stored one are the same bubble to React, so nothing flickers when it is confirmed.
      key: message.client_message_id ?? message.id,
      at: message.created_at,
      author: authorOf(message),
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

export function toDays(items: readonly Item[]): Day[] {
  const days: Day[] = []
  let minute = NaN
  for (const item of items) {
    const moment = parseInstant(item.at).getTime()
    const key = String(startOfDay(moment))
    let day = days.at(-1)
    if (day?.key !== key) days.push((day = { key, at: item.at, groups: [] }))

    const group = day.groups.at(-1)
    const sameMinute = Math.floor(moment / 60_000) === minute
    if (group && sameMinute && group.author === item.author) group.items.push(item)
    else day.groups.push({ key: item.key, author: item.author, items: [item] })
    minute = Math.floor(moment / 60_000)
  }
  return days
}

function authorOf({ type, user_id, customer_id, private: note }: Message) {
  if (type === 'bot') return 'bot'
  return customer_id ? `customer:${customer_id}` : `user:${user_id}:${note ? 'note' : 'reply'}`
}
