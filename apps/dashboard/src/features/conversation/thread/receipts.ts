import { withReceipts } from '@papercups/client-core'
import type { Message, Receipts } from '@papercups/contract'

export type Receipt = 'Seen' | 'Delivered' | 'Sent'

/** The receipts to show, by message: under the newest seen message, and under newer delivered or sent ones. */
export function receiptsOf(messages: readonly Message[]): Map<string, Receipt> {
  const receipts = new Map<string, Receipt>()
  const shown = new Set<Receipt>()
  for (const message of messages.toReversed()) {
    if (!isAnswer(message)) continue
    const receipt = receiptOf(message)
    // A later message with this or a better state covers this one.
    if (shown.has('Seen') || shown.has(receipt) || (receipt === 'Sent' && shown.size > 0)) continue
    receipts.set(message.id, receipt)
    shown.add(receipt)
    if (receipt === 'Seen') break
  }
  return receipts
}

/** Writes new receipts into the messages. */
export function applyReceipts(messages: readonly Message[], receipts: Receipts): Message[] {
  return messages.map((message) =>
    message.seq <= receipts.up_to && isAnswer(message) ? withReceipts(message, receipts) : message,
  )
}

const isAnswer = ({ user_id, private: note }: Message) => user_id !== null && !note

const receiptOf = ({ seen_at, delivered_at }: Message): Receipt =>
  seen_at ? 'Seen' : delivered_at ? 'Delivered' : 'Sent'
