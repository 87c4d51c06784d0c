import { withReceipts } from '@papercups/client-core'
import type { Message, Receipts } from '@papercups/contract'

export type Receipt = 'Seen' | 'Delivered' | 'Sent'

/** How far the team's words have come, by message: the newest that was seen, and what is further on its way. */
export function receiptsOf(messages: readonly Message[]): Map<string, Receipt> {
  const receipts = new Map<string, Receipt>()
  const told = new Set<Receipt>()
  for (const message of messages.toReversed()) {
    if (!isAnswer(message)) continue
    const receipt = receiptOf(message)
    // A later message that came further says it for this one too.
    if (told.has('Seen') || told.has(receipt) || (receipt === 'Sent' && told.size > 0)) continue
    receipts.set(message.id, receipt)
    told.add(receipt)
    if (receipt === 'Seen') break
  }
  return receipts
}

/** What the customer's side has told since, written into the messages it is about. */
export function applyReceipts(messages: readonly Message[], receipts: Receipts): Message[] {
  return messages.map((message) =>
    message.seq <= receipts.up_to && isAnswer(message) ? withReceipts(message, receipts) : message,
  )
}

const isAnswer = ({ user_id, private: note }: Message) => user_id !== null && !note

const receiptOf = ({ seen_at, delivered_at }: Message): Receipt =>
  seen_at ? 'Seen' : delivered_at ? 'Delivered' : 'Sent'
